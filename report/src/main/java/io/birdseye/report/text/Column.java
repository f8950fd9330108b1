package io.birdseye.report.text;

import io.birdseye.model.Format;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.Row;
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

    /** Marks a row that used more than its budget. */
    static final String OVER_BUDGET = "*";

    /** Marks a row without steady state. */
    static final String NOT_STEADY = "~";

    /** All columns, from left to right. */
    static List<Column> all(boolean ranked, boolean equalBudgets) {
        return List.of(
                new Column("", "#", false, ranked ? 10 : 0, Column::rank),
                new Column("strategy", "", true, 10, Row::strategy),
                new Column("kept", "up", true, 10, Column::keptUp),
                new Column("budget", "I/O+CPU", false, equalBudgets ? 0 : 4,
                        row -> row.budgetKnown()
                                ? row.budget().ioConcurrency() + "+" + row.budget().cpuConcurrency()
                                : Format.NONE),
                figure("offered", "/s", 5, figures -> Format.perSecond(figures.offeredPerSecond())),
                figure("achieved", "/s", 9, figures -> Format.perSecond(figures.achievedPerSecond())),
                latency("mean", 3, Latency::meanMs),
                latency("p50", 9, Latency::p50Ms),
                latency("p90", 6, Latency::p90Ms),
                latency("p99", 9, Latency::p99Ms),
                latency("max", 5, Latency::maxMs),
                figure("errors", "", 8, figures -> String.valueOf(figures.errors())),
                new Column("floor", "ms", false, 4, row -> Format.number(row.floorMs())),
                new Column("excess", "ms", false, 7, row -> Format.number(row.excessMs())),
                new Column("X_max", "/s", false, 8, row -> Format.perSecond(row.prediction().perSecond())),
                figure("CPU", "ms/req", 7, figures -> Format.number(figures.resources().cpuMsPerRequest())),
                figure("threads", "peak", 4, figures -> String.valueOf(figures.resources().peakThreads())),
                figure("RSS", "MB", 4, figures -> Format.number(figures.resources().peakRssMegabytes())));
    }

    private static Column figure(String title, String unit, int keep, Function<Measured, String> cell) {
        return new Column(title, unit, false, keep,
                row -> row.figures() == null ? Format.NONE : cell.apply(row.figures()));
    }

    private static Column latency(String title, int keep, Function<Latency, @Nullable Double> cell) {
        return figure(title, "ms", keep,
                figures -> Format.number(figures.requests() > 0 ? cell.apply(figures.response()) : null));
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
        return word + (row.overBudget() ? OVER_BUDGET : "") + (row.steadyStateMissed() ? NOT_STEADY : "");
    }

}
