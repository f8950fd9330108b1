package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** The columns of a comparison: each is defined once, for the terminal, for Markdown and for the page. */
public final class Columns {

    /** Marks a row that used more than its budget. */
    public static final String OVER_BUDGET = "*";

    /** Marks a row without steady state. */
    public static final String NOT_STEADY = "~";

    private Columns() {}

    /** The results, from left to right. */
    public static List<Column<Row>> results(boolean ranked, boolean equalBudgets) {
        return List.of(
                new Column<>("", "#", false, ranked ? Column.ALWAYS : 0,
                        row -> row.place() == null ? "" : String.valueOf(row.place().rank())),
                Column.text("strategy", Row::strategy),
                new Column<>("kept", "up", true, Column.ALWAYS, Columns::keptUp),
                new Column<>("budget", "I/O+CPU", false, equalBudgets ? 0 : 4,
                        row -> row.budgetKnown()
                                ? row.budget().ioConcurrency() + "+" + row.budget().cpuConcurrency()
                                : Format.NONE),
                figure("offered", "/s", 5, figures -> Format.perSecond(figures.offeredPerSecond())),
                figure("achieved", "/s", 9, figures -> Format.perSecond(figures.achievedPerSecond())),
                ms("mean", 3, Latency::meanMs),
                ms("p50", 9, Latency::p50Ms),
                ms("p90", 6, Latency::p90Ms),
                ms("p99", 9, Latency::p99Ms),
                ms("max", 5, Latency::maxMs),
                figure("errors", "", 8, figures -> String.valueOf(figures.errors())),
                new Column<>("floor", "ms", false, 4, row -> Format.number(row.floorMs())),
                new Column<>("excess", "ms", false, 7, row -> Format.number(row.excessMs())),
                new Column<>("X_max", "/s", false, 8, row -> Format.perSecond(row.limit().perSecond())),
                figure("CPU", "ms/req", 7, figures -> Format.number(figures.resources().cpuMsPerRequest())),
                figure("threads", "peak", 4, figures -> String.valueOf(figures.resources().peakThreads())),
                figure("RSS", "MB", 4, figures -> Format.number(figures.resources().peakRssMegabytes())));
    }

    /** A column that has no figure where nothing was measured. */
    public static Column<Row> figure(String title, String unit, int keep, Function<Measured, String> cell) {
        return new Column<>(title, unit, false, keep,
                row -> row.figures() == null ? Format.NONE : cell.apply(row.figures()));
    }

    /** A column that has no figure where no latency counts. */
    public static Column<Row> latency(
            String title, Function<Measured, Latency> kind, Function<Latency, @Nullable Double> figure) {
        return Column.number(title, row -> Format.number(row.latency(kind, figure)));
    }

    private static Column<Row> ms(String title, int keep, Function<Latency, @Nullable Double> figure) {
        return new Column<>(title, "ms", false, keep, latency(title, Measured::response, figure).cell());
    }

    /** A column of the time that a request spent on something, in ms. */
    public static Column<Row> time(String title, ToDoubleFunction<TimeSplit> part) {
        return figure(title, "", Column.ALWAYS,
                figures -> Format.number(part.applyAsDouble(TimeSplit.of(figures.tasks()))));
    }

    private static String keptUp(Row row) {
        String word = switch (row.standing().grade()) {
            case KEPT_UP -> "yes";
            case FELL_BEHIND -> "NO";
            case INVALID -> "inv.";
            case FAILED -> "fail";
        };
        return word + (row.overBudget().isPresent() ? OVER_BUDGET : "") + (row.notSteady().isPresent() ? NOT_STEADY : "");
    }
}
