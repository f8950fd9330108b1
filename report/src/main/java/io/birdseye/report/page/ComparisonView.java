package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.latency.LatencyProfile.Second;
import io.birdseye.report.page.Numbers.Column;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Conclusion;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.TimeSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the templates ask of a comparison beyond its data. */
record ComparisonView(ComparisonTable comparison) {

    private static final int MOST_SECONDS = 60;
    /** Beyond it a ratio stands at the edge: small differences must not vanish. */
    private static final double FARTHEST_RATIO = 1.5;

    String measuredAt() {
        return minute(comparison.results().createdAt());
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

    String verdict(Row row) {
        return row.standing().verdict().name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** X_max and its reason have a column of their own. */
    List<String> notes(Row row) {
        return row.notes().stream().filter(note -> !row.whyBehind().equals(Optional.of(note))).toList();
    }

    /**
     * From the lowest floor to the highest p99, or maximum, where the sample carries no p99. Rows that fell behind do
     * not stretch it: they end in an arrow at its edge.
     */
    Track latencies() {
        List<Row> answered = comparison.rows().stream().filter(Row::answered).toList();
        List<Row> kept = answered.stream().filter(row -> row.standing().keptUp()).toList();
        List<Row> shown = kept.isEmpty() ? answered : kept;
        double high = shown.stream().mapToDouble(row -> end(figures(row).response())).max().orElse(1);
        double low = shown.stream()
                .flatMapToDouble(row -> DoubleStream.of(row.floorMs(), figures(row).response().p50Ms()))
                .filter(value -> value > 0)
                .min()
                .orElse(high);
        return new Track(Math.max(0.01, low), high);
    }

    static double end(Latency latency) {
        Double p99 = latency.p99Ms();
        return p99 == null ? latency.maxMs() : p99;
    }

    Track ratios() {
        List<Interval> intervals = comparison.rows().stream()
                .map(row -> row.place() == null ? null : row.place().interval())
                .filter(Objects::nonNull)
                .toList();
        double low = intervals.stream().mapToDouble(Interval::low).min().orElse(1);
        double high = intervals.stream().mapToDouble(Interval::high).max().orElse(1);
        return new Track(Math.clamp(low, 1 / FARTHEST_RATIO, 1), Math.clamp(high, 1, FARTHEST_RATIO));
    }

    static String ms(Row row, Function<Latency, @Nullable Double> figure) {
        return row.answered() ? Format.number(figure.apply(figures(row).response())) : Format.NONE;
    }

    static String peak(Row row, Function<Measured, @Nullable Integer> figure, int budget) {
        Integer peak = row.figures() == null ? null : figure.apply(row.figures());
        return (peak == null ? Format.NONE : peak) + " of " + (budget > 0 ? budget : Format.NONE);
    }

    Numbers percentiles() {
        List<Column<Row>> columns = new ArrayList<>();
        columns.add(new Column<>("Strategy", Row::strategy));
        percentiles(columns, "intended ", Measured::response);
        percentiles(columns, "real ", Measured::service);
        columns.add(new Column<>("floor", row -> Format.number(row.floorMs())));
        return Numbers.of(measured(), columns);
    }

    private static void percentiles(List<Column<Row>> columns, String start, Function<Measured, Latency> kind) {
        columns.add(percentile(start + "p50", kind, Latency::p50Ms));
        columns.add(percentile("p90", kind, Latency::p90Ms));
        columns.add(percentile("p99", kind, Latency::p99Ms));
        columns.add(percentile("p99.9", kind, Latency::p999Ms));
        columns.add(percentile("max", kind, Latency::maxMs));
    }

    private static Column<Row> percentile(
            String title, Function<Measured, Latency> kind, Function<Latency, @Nullable Double> figure) {
        return new Column<>(title, row ->
                row.answered() ? Format.number(figure.apply(kind.apply(figures(row)))) : Format.NONE);
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

    Numbers seconds() {
        List<Column<Integer>> columns = new ArrayList<>();
        columns.add(new Column<>("Second", String::valueOf));
        comparison.rows().stream().filter(row -> row.profile() != null).forEach(row ->
                columns.add(new Column<>(row.strategy(), at -> seconds(row).stream()
                        .filter(second -> second.second() == at)
                        .findFirst()
                        .map(second -> Format.number(second.p50Ms()))
                        .orElse(Format.NONE))));
        int last = lastSecond();
        int step = step();
        return Numbers.of(IntStream.iterate(0, second -> second <= last, second -> second + step).boxed().toList(),
                columns);
    }

    private static List<Second> seconds(Row row) {
        LatencyProfile profile = row.profile();
        return profile == null ? List.of() : profile.seconds();
    }

    Numbers times() {
        return Numbers.of(measured(), new Column<>("Strategy", Row::strategy),
                time("queueing for I/O", TimeSplit::ioQueueMs), time("I/O", TimeSplit::ioMs),
                time("queueing for CPU", TimeSplit::cpuQueueMs), time("CPU", TimeSplit::cpuMs));
    }

    private static Column<Row> time(String title, ToDoubleFunction<TimeSplit> part) {
        return new Column<>(title, row -> Format.number(part.applyAsDouble(TimeSplit.of(figures(row).tasks()))));
    }

    Numbers rates() {
        return Numbers.of(comparison.rows(), new Column<>("Strategy", Row::strategy),
                rate("offered", Measured::offeredPerSecond), rate("achieved", Measured::achievedPerSecond),
                new Column<>("X_max", row -> Format.rate(row.prediction().perSecond())));
    }

    private static Column<Row> rate(String title, ToDoubleFunction<Measured> rate) {
        return new Column<>(title, row ->
                row.figures() == null ? Format.NONE : Format.rate(rate.applyAsDouble(row.figures())));
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

    private static Measured figures(Row row) {
        return Objects.requireNonNull(row.figures(), row.strategy());
    }
}
