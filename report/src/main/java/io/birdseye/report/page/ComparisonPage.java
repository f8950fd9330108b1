package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.latency.LatencyProfile.Second;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.Column;
import io.birdseye.report.table.Column.Cells;
import io.birdseye.report.table.Columns;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Conclusion;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.TimeSplit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
    private static final Column<Row> STRATEGY = Column.text("Strategy", Row::strategy);

    /** The whole page. */
    public static String render(ComparisonTable comparison) {
        return new Page("Birdseye: " + comparison.rows().size() + " strategies, "
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

    /** A line above the first row of a rank, and grey figures for those that did not keep up. */
    @Nullable String style(Row row) {
        boolean first = row.place() != null && comparison.rows().stream()
                .filter(other -> other.place() != null && other.place().rank() == row.place().rank())
                .findFirst()
                .filter(row::equals)
                .isPresent();
        return first ? "group" : row.standing().keptUp() ? null : "behind";
    }

    static String grade(Row row) {
        return row.standing().grade().name().toLowerCase(Locale.ROOT).replace('_', '-');
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
        List<Row> shown = kept.isEmpty() ? answered : kept;
        double high = shown.stream()
                .flatMap(row -> Stream.ofNullable(row.latency(Measured::response, ComparisonPage::end)))
                .reduce(Math::max)
                .orElse(1.0);
        double low = shown.stream()
                .flatMap(row -> Stream.of(row.floorMs(), Objects.requireNonNullElse(row.medianMs(), 0.0)))
                .filter(value -> value > 0)
                .reduce(Math::min)
                .orElse(high);
        return new Track(Math.max(0.01, low), high);
    }

    static double end(Latency latency) {
        return Objects.requireNonNullElse(latency.p99Ms(), latency.maxMs());
    }

    Track ratios() {
        List<Interval> intervals = comparison.rows().stream()
                .flatMap(row -> Stream.ofNullable(row.place()))
                .map(Ranking.Place::interval)
                .filter(Objects::nonNull)
                .toList();
        double low = intervals.stream().mapToDouble(Interval::low).min().orElse(1);
        double high = intervals.stream().mapToDouble(Interval::high).max().orElse(1);
        return new Track(Math.clamp(low, 1 / FARTHEST_RATIO, 1), Math.clamp(high, 1, FARTHEST_RATIO));
    }

    static String ms(Row row, Function<Latency, @Nullable Double> figure) {
        return Format.number(row.latency(Measured::response, figure));
    }

    static String peak(Row row, Function<Measured, @Nullable Integer> figure, int budget) {
        return Objects.requireNonNullElse(row.<Object>figure(figure::apply), Format.NONE) + " of "
                + (budget > 0 ? budget : Format.NONE);
    }

    Cells percentiles() {
        List<Column<Row>> columns = new ArrayList<>(List.of(STRATEGY));
        columns.addAll(percentiles("intended ", Measured::response));
        columns.addAll(percentiles("real ", Measured::service));
        columns.add(Column.number("floor", row -> Format.number(row.floorMs())));
        return Cells.of(measured(), columns);
    }

    private static List<Column<Row>> percentiles(String start, Function<Measured, Latency> kind) {
        return List.of(
                Columns.latency(start + "p50", kind, Latency::p50Ms),
                Columns.latency("p90", kind, Latency::p90Ms),
                Columns.latency("p99", kind, Latency::p99Ms),
                Columns.latency("p99.9", kind, Latency::p999Ms),
                Columns.latency("max", kind, Latency::maxMs));
    }

    /** So many seconds lie between two rows of {@link #seconds}. */
    int step() {
        return Math.max(1, (lastSecond() + MOST_SECONDS) / MOST_SECONDS);
    }

    private int lastSecond() {
        return profiles().values().stream()
                .flatMap(profile -> profile.seconds().stream())
                .mapToInt(Second::second)
                .max()
                .orElse(-1);
    }

    Cells seconds() {
        List<Column<Integer>> columns = new ArrayList<>(List.of(Column.text("Second", String::valueOf)));
        profiles().forEach((strategy, profile) -> {
            Map<Integer, Double> medians =
                    profile.seconds().stream().collect(Collectors.toMap(Second::second, Second::p50Ms));
            columns.add(Column.number(strategy, second -> Format.number(medians.get(second))));
        });
        int step = step();
        return Cells.of(IntStream.rangeClosed(0, lastSecond()).filter(second -> second % step == 0).boxed().toList(),
                columns);
    }

    private Map<String, LatencyProfile> profiles() {
        Map<String, LatencyProfile> profiles = new LinkedHashMap<>();
        comparison.rows().stream()
                .filter(row -> row.profile() != null)
                .forEach(row -> profiles.put(row.strategy(), row.profile()));
        return profiles;
    }

    Cells times() {
        return Cells.of(measured(), STRATEGY,
                Columns.time("queueing for I/O", TimeSplit::ioQueueMs), Columns.time("I/O", TimeSplit::ioMs),
                Columns.time("queueing for CPU", TimeSplit::cpuQueueMs), Columns.time("CPU", TimeSplit::cpuMs));
    }

    Cells rates() {
        return Cells.of(comparison.rows(), STRATEGY,
                Columns.figure("offered", "", 0, figures -> Format.rate(figures.offeredPerSecond())),
                Columns.figure("achieved", "", 0, figures -> Format.rate(figures.achievedPerSecond())),
                Column.number("X_max", row -> Format.rate(row.limit().perSecond())));
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

    private List<Row> measured() {
        return comparison.rows().stream().filter(row -> row.figures() != null).toList();
    }
}
