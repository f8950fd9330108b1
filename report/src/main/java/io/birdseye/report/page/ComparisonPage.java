package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.latency.LatencyProfile.Second;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.table.Column;
import io.birdseye.report.table.Column.Cells;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Conclusion;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.TimeSplit;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A comparison as one HTML page of about 750 kB, most of it the chart library; {@code comparison.jte} is its markup.
 */
public record ComparisonPage(ComparisonTable comparison) {

    private static final int MOST_SECONDS = 60;
    /** Beyond it a ratio stands at the edge: small differences must not vanish. */
    private static final double FARTHEST_RATIO = 1.5;

    /** The whole page. */
    public static String render(ComparisonTable comparison) {
        return new Page("Birdseye: " + comparison.rows().size() + " " + (comparison.rows().size() == 1
                                ? comparison.results().settings().compared()
                                : comparison.results().settings().comparedMany()) + ", "
                        + comparison.results().settings().load().describe())
                .withCharts()
                .script("report.js")
                .data(ChartData.of(comparison))
                .render(Templates.OWN.content("comparison.jte", new ComparisonPage(comparison)));
    }

    /** An instant in ISO 8601 to the minute, for people. */
    static String minute(String instant) {
        return instant.replaceFirst("T(\\d\\d:\\d\\d).*", " $1 UTC");
    }

    /** The heading of the names: {@code Strategy} or {@code Variant}. */
    String compared() {
        return Format.capitalised(comparison.results().settings().compared());
    }

    private Column<Row> name() {
        return Column.text(compared(), Row::strategy);
    }

    Conclusion conclusion() {
        return Conclusion.of(comparison);
    }

    String budgets() {
        String kind = comparison.results().settings().budgets();
        return comparison.rows().stream()
                .filter(row -> comparison.equalBudgets() && row.budgetKnown())
                .findFirst()
                .map(row -> kind + ", " + row.budget().ioConcurrency() + " calls and " + row.budget().cpuConcurrency()
                        + " combinations at once")
                .orElse(kind);
    }

    /** A line above the first row of a verdict, and grey figures for those that did not keep up. */
    @Nullable String style(Row row) {
        boolean first = comparison.ranking() != null && row.standing().keptUp() && row.equals(comparison.rows().stream()
                .filter(other -> other.place().verdict() == row.place().verdict())
                .findFirst()
                .orElseThrow());
        return first ? "group" : row.standing().keptUp() ? null : "behind";
    }

    /** X_max and its reason have a column of their own. */
    static List<String> notes(Row row) {
        return row.notes().stream().filter(note -> !row.whyBehind().equals(Optional.of(note))).toList();
    }

    /**
     * From the lowest floor to the highest p99, or maximum, where the sample carries no p99. Rows that fell behind do
     * not stretch it: they end in an arrow at its edge.
     */
    Track latencies() {
        List<Row> answered = comparison.rows().stream().filter(row -> row.medianMs() != null).toList();
        List<Row> kept = answered.stream().filter(row -> row.standing().keptUp()).toList();
        DoubleSummaryStatistics marks = (kept.isEmpty() ? answered : kept).stream()
                .flatMap(row -> Stream.of(Optional.of(row.floorMs()), Optional.ofNullable(row.medianMs()),
                        Optional.ofNullable(row.latency(Measured::response, ComparisonPage::end))))
                .flatMap(Optional::stream)
                // A floor that is not known is not a number, and not above 0 either.
                .filter(value -> value > 0)
                .collect(Collectors.summarizingDouble(value -> value));
        return marks.getCount() == 0 ? new Track(1, 1) : new Track(Math.max(0.01, marks.getMin()), marks.getMax());
    }

    static double end(Latency latency) {
        return Objects.requireNonNullElse(latency.p99Ms(), latency.maxMs());
    }

    Track ratios() {
        DoubleSummaryStatistics ends = comparison.rows().stream()
                .map(row -> row.place().interval())
                .filter(Objects::nonNull)
                .flatMap(interval -> Stream.of(interval.low(), interval.high()))
                .collect(Collectors.summarizingDouble(end -> end));
        return new Track(Math.clamp(ends.getMin(), 1 / FARTHEST_RATIO, 1),
                Math.clamp(ends.getMax(), 1, FARTHEST_RATIO));
    }

    static String peak(Row row, Function<Measured, @Nullable Integer> figure, int budget) {
        return Objects.requireNonNullElse(row.<Object>figure(figure::apply), Format.NONE) + " of "
                + (budget > 0 ? budget : Format.NONE);
    }

    Cells percentiles() {
        List<Column<Row>> columns = new ArrayList<>(List.of(name()));
        columns.addAll(percentiles("intended ", Measured::response));
        columns.addAll(percentiles("real ", Measured::service));
        columns.add(Column.number("floor", row -> Format.number(row.floorMs())));
        return Cells.of(comparison.measured(), columns);
    }

    private static List<Column<Row>> percentiles(String start, Function<Measured, Latency> kind) {
        return List.of(
                Column.latency(start + "p50", kind, Latency::p50Ms),
                Column.latency("p90", kind, Latency::p90Ms),
                Column.latency("p99", kind, Latency::p99Ms),
                Column.latency("p99.9", kind, Latency::p999Ms),
                Column.latency("max", kind, Latency::maxMs));
    }

    /** So many seconds lie between two rows of {@link #seconds}. */
    int step() {
        return Math.max(1, (lastSecond() + MOST_SECONDS) / MOST_SECONDS);
    }

    private int lastSecond() {
        return comparison.rows().stream()
                .flatMap(row -> seconds(row).stream())
                .mapToInt(Second::second)
                .max()
                .orElse(-1);
    }

    Cells seconds() {
        List<Column<Integer>> columns = new ArrayList<>(List.of(Column.text("Second", String::valueOf)));
        comparison.rows().stream().filter(row -> row.profile() != null).forEach(row -> {
            Map<Integer, Double> medians =
                    seconds(row).stream().collect(Collectors.toMap(Second::second, Second::p50Ms));
            columns.add(Column.number(row.strategy(), second -> Format.number(medians.get(second))));
        });
        int step = step();
        return Cells.of(IntStream.rangeClosed(0, lastSecond()).filter(second -> second % step == 0).boxed().toList(),
                columns);
    }

    private static List<Second> seconds(Row row) {
        return row.profile() == null ? List.of() : row.profile().seconds();
    }

    Cells times() {
        return Cells.of(comparison.measured(), name(),
                Column.time("queueing for I/O", TimeSplit::ioQueueMs), Column.time("I/O", TimeSplit::ioMs),
                Column.time("queueing for CPU", TimeSplit::cpuQueueMs), Column.time("CPU", TimeSplit::cpuMs));
    }

    Cells rates() {
        return Cells.of(comparison.rows(), name(),
                Column.figure("offered", "", 0, figures -> Format.rate(figures.offeredPerSecond())),
                Column.figure("achieved", "", 0, figures -> Format.rate(figures.achievedPerSecond())),
                Column.number("X_max", row -> Column.limit(row, Format::rate)));
    }

    static String parts(List<String> names, List<Double> ms) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> names.get(i) + " " + Format.ms(ms.get(i)))
                .collect(Collectors.joining(", "));
    }

    static String order(ComparisonTable comparison) {
        return comparison.results().trials().stream()
                .map(trial -> trial.strategy() + (comparison.blocks() > 1 ? " (" + trial.block() + ")" : ""))
                .collect(Collectors.joining(", "));
    }
}
