package io.birdseye.report.text;

import io.birdseye.report.table.Figures;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.Words;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One column of a text table.
 *
 * @param title the first line of its head
 * @param unit the second line
 * @param left whether it holds text; numbers stand to the right
 * @param keep which columns stay where the terminal is narrow: the lowest go first
 */
record Column(String title, String unit, boolean left, int keep, Function<Row, String> cell) {

    /** All columns, from left to right. */
    static List<Column> all(boolean ranked, boolean equalBudgets) {
        return List.of(
                new Column("", "#", false, ranked ? 10 : 0, Column::rank),
                new Column("strategy", "", true, 10, Row::strategy),
                new Column("kept", "up", true, 10, Column::keptUp),
                new Column("budget", "I/O+CPU", false, equalBudgets ? 0 : 4,
                        row -> row.budget().ioConcurrency() + "+" + row.budget().cpuConcurrency()),
                figure("offered", "/s", 5, figures -> rate(figures.offeredPerSecond())),
                figure("achieved", "/s", 9, figures -> rate(figures.achievedPerSecond())),
                figure("mean", "ms", 3, figures -> Words.number(figures.response().meanMs())),
                figure("p50", "ms", 9, figures -> Words.number(figures.response().p50Ms())),
                figure("p90", "ms", 6, figures -> Words.number(figures.response().p90Ms())),
                figure("p99", "ms", 9, figures -> orNone(figures.response().p99Ms())),
                figure("max", "ms", 5, figures -> Words.number(figures.response().maxMs())),
                figure("errors", "", 8, figures -> String.valueOf(figures.errors())),
                new Column("floor", "ms", false, 4, row -> Words.number(row.floorMs())),
                new Column("excess", "ms", false, 7, row -> orNone(row.excessMs())),
                new Column("X_max", "/s", false, 8, row -> rate(row.prediction().perSecond())),
                figure("CPU", "ms/req", 7, figures -> Words.number(figures.cpuMsPerRequest())),
                figure("threads", "peak", 4, figures -> String.valueOf(figures.peakThreads())),
                figure("RSS", "MB", 4, figures -> orNone(figures.peakRssMegabytes())));
    }

    private static Column figure(String title, String unit, int keep, Function<Figures, String> cell) {
        return new Column(title, unit, false, keep,
                row -> row.figures() == null ? Words.NONE : cell.apply(row.figures()));
    }

    private static String rank(Row row) {
        return row.place() == null ? "" : String.valueOf(row.place().rank());
    }

    private static String keptUp(Row row) {
        String word = switch (row.standing().verdict()) {
            case KEPT_UP -> "yes";
            case FELL_BEHIND -> "NO";
            case INVALID -> "inv.";
            case FAILED -> "fail";
        };
        return row.overBudget() ? word + "*" : word;
    }

    private static String rate(double perSecond) {
        return Words.rate(perSecond).replace("/s", "");
    }

    private static String orNone(@Nullable Double value) {
        return value == null ? Words.NONE : Words.number(value);
    }
}
