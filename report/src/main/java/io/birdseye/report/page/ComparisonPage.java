package io.birdseye.report.page;

import io.birdseye.model.Format;
import io.birdseye.report.latency.LatencyProfile.Second;
import io.birdseye.report.latency.Steadiness;
import io.birdseye.report.result.Results.SetupUsed;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings.AxisUsed;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.WarmUpPart;
import io.birdseye.report.result.Trial.Work;
import io.birdseye.report.table.AxisEffects;
import io.birdseye.report.table.Column;
import io.birdseye.report.table.Column.Cells;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.LoadOutcome.Grade;
import io.birdseye.report.table.Metric;
import io.birdseye.report.table.Row;
import io.birdseye.report.table.RowFields;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A comparison as one HTML page of about 750 kB, most of it the chart library; {@code comparison.jte} is its markup. */
public record ComparisonPage(ComparisonTable comparison) {

    private static final int MAX_SECONDS = 60;
    /** So many lines one can tell apart. */
    private static final int LINES = 5;
    /** A trial takes about twice as long; drawing more often would take processors from it. */
    private static final int REFRESH_SECONDS = 10;

    /** What a browser shows before the first trial has been measured; it looks again by itself. */
    public static String awaited() {
        return new Page("Birdseye: measuring")
                .refresh(REFRESH_SECONDS)
                .paragraph("Birdseye finds the floor first: one request at a time, on a service that does nothing else. The"
                        + " first row comes about a minute after the start. This page fills row by row and becomes the result.")
                .render("compares", "Measuring has begun");
    }

    /** The page of a comparison that goes on: without charts, since drawing them would take processors from it. */
    public static String live(ComparisonTable comparison) {
        return new Page("Birdseye: measuring")
                .refresh(REFRESH_SECONDS).render(Templates.OWN.content("live.jte", new ComparisonPage(comparison)));
    }

    public static String render(ComparisonTable comparison) {
        return new Page("Birdseye: " + comparison.rows().size() + " " + (comparison.rows().size() == 1
                                ? comparison.results().settings().compared()
                                : comparison.results().settings().comparedMany()) + ", "
                        + comparison.results().settings().loadInWords())
                .withCharts()
                .script("table.js")
                .script("report.js")
                .data(ChartData.of(comparison, new ComparisonPage(comparison).first()))
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

    /** What rows can be grouped by, as value and label of a choice; empty where only strategies differ. */
    List<String> groupings() {
        List<AxisUsed> varied = comparison.results().settings().varied();
        return varied.isEmpty() ? List.of() : Stream.concat(
                        Stream.of("rank", "rank", AxisEffects.STRATEGY, AxisEffects.STRATEGY),
                        varied.stream().flatMap(axis -> Stream.of(axis.name(), axis.name())))
                .toList();
    }

    /** What explains the differences between rows; null where only strategies differ. */
    @Nullable AxisEffects effects() {
        return AxisEffects.of(comparison).orElse(null);
    }

    /** What one request takes alone with these axis values. */
    String alone(SetupUsed setup) {
        return parts(comparison.names().combinations(), setup.floor().combineMs()) + ", "
                + Format.ms(setup.floor().cpuMsPerRequest()) + " of CPU";
    }

    String budgets() {
        String kind = comparison.results().settings().service().budgets();
        return comparison.rows().stream()
                .filter(row -> comparison.equalBudgets() && row.budgetKnown())
                .findFirst()
                .map(row -> kind + ", " + row.budget().ioConcurrency() + " calls and " + row.budget().cpuConcurrency()
                        + " combinations at once")
                .orElse(kind);
    }

    /** The table for spreadsheets, as an address that a browser saves. */
    String csv() {
        return "data:text/csv;charset=utf-8,"
                + URLEncoder.encode(RowFields.csv(comparison), StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** How many trials there are of those asked for, while some are missing. */
    @Nullable String partly() {
        Integer toCome = comparison.results().trialsToCome();
        int known = comparison.results().trials().size();
        return toCome == null ? null : known + " of " + Format.count(known + toCome, "trial");
    }

    /** Why there is no chart of latencies; null where there is one. */
    @Nullable String noCurves() {
        List<Row> rows = comparison.rows();
        if (rows.stream().anyMatch(row -> row.profile() != null)) {
            return null;
        }
        boolean counted = rows.stream().anyMatch(row -> row.standing().grade().compareTo(Grade.INVALID) < 0
                && row.latency(Measured::response, Latency::p50Ms) != null);
        return counted
                ? "There are no charts of latency by percentile and over time: they are drawn from the histograms of the trials,"
                        + " which are not beside this result, since a published result is kept without them."
                : "There are no charts of latency: no valid trial has right answers.";
    }

    /** Why rows are slower than the one on top, for those of which it is known. */
    Map<String, String> slowerBecause() {
        Map<String, String> reasons = new LinkedHashMap<>();
        comparison.measured()
                .forEach(row -> comparison.slowerBecause(row).ifPresent(why -> reasons.put(row.name(), why)));
        return reasons;
    }

    /** What a strategy is, for the charts that begin with some only: the best, the slowest, and some between. */
    List<Integer> first() {
        List<Integer> kept = IntStream.range(0, comparison.rows().size())
                .filter(i -> comparison.rows().get(i).standing().isComparable() && comparison.rows().get(i).profile() != null)
                .boxed().toList();
        int last = kept.size() - 1;
        return last < LINES ? kept : IntStream.range(0, LINES).mapToObj(i -> kept.get(i * last / (LINES - 1))).toList();
    }

    /** X_max and its reason have a column of their own. */
    static List<String> notes(Row row) {
        return row.notes().stream().filter(note -> !row.whyBehind().equals(Optional.of(note))).toList();
    }

    static String peak(Row row, Function<Work, @Nullable Integer> figure, int budget) {
        return Objects.requireNonNullElse(row.<Object>figure(measured -> figure.apply(measured.work())), Format.NONE) + " of "
                + (budget > 0 ? budget : Format.NONE);
    }

    Cells percentiles() {
        List<Column<Row>> columns = new ArrayList<>(List.of(Column.name(comparison)));
        columns.addAll(percentiles("intended ", Measured::response));
        columns.addAll(percentiles("real ", Measured::service));
        if (comparison.floors().size() > 1) {
            columns.add(Column.number("floor", row -> Format.number(row.floorMs())));
        }
        return Cells.of(comparison.measured(), columns);
    }

    private static List<Column<Row>> percentiles(String start, Function<Measured, Latency> kind) {
        return Stream.of(Metric.P50, Metric.P95, Metric.P99, Metric.P999, Metric.MAX)
                .map(figure -> Column.<Row>number(
                        (figure == Metric.P50 ? start : "") + figure.title(), row -> Format.number(row.latency(kind, figure::of))))
                .toList();
    }

    /** So many seconds lie between two rows of {@link #seconds}. */
    int step() {
        return Math.max(1, (lastSecond() + MAX_SECONDS) / MAX_SECONDS);
    }

    private int lastSecond() {
        return comparison.rows().stream()
                .flatMap(row -> seconds(row).stream()).mapToInt(Second::second).max().orElse(-1);
    }

    Cells seconds() {
        List<Column<Integer>> columns = new ArrayList<>(List.of(Column.text("Second", String::valueOf)));
        comparison.rows().stream().filter(row -> row.profile() != null).forEach(row -> {
            Map<Integer, Double> medians =
                    seconds(row).stream().collect(Collectors.toMap(Second::second, Second::p50Ms));
            columns.add(Column.number(row.name(), second -> Format.number(medians.get(second))));
        });
        int step = step();
        return Cells.of(IntStream.rangeClosed(0, lastSecond()).filter(second -> second % step == 0).boxed().toList(),
                columns);
    }

    /** What was measured of a trial of the first block, with its warm-up. */
    private record WarmedUp(String name, Measured window, List<WarmUpPart> parts) {}

    /** Of the lines that are drawn first. */
    private List<WarmedUp> warmedUp() {
        List<RowKey> drawn = first().stream().map(i -> comparison.rows().get(i).key()).toList();
        return comparison.results().trials().stream()
                .filter(trial -> trial.block() == 1 && drawn.contains(trial.row()))
                .flatMap(trial -> Stream.ofNullable(trial.measured())
                        .flatMap(window -> Stream.ofNullable(window.course().warmUp()).map(parts -> new WarmedUp(trial.row().label(), window, parts))))
                .toList();
    }

    /** From the first request to the window, whose value is the last point; empty where no warm-up was measured. */
    List<Chart> warmUps() {
        List<WarmedUp> all = warmedUp();
        return all.isEmpty() ? List.of() : List.of(
                warmUp(all, "Median response time from the first request on; the last point is the window's", "ms",
                        WarmUpPart::p50Ms, window -> window.response().p50Ms()),
                warmUp(all, "CPU time of the service for an answer, that of the compilers included", "ms of CPU",
                        WarmUpPart::cpuMsPerAnswer, Measured::cpuMsPerAnswer));
    }

    private Chart warmUp(List<WarmedUp> all, String title, String y, Function<WarmUpPart, @Nullable Double> part, Function<Measured, @Nullable Double> last) {
        Chart chart = Chart.lines(title, "seconds of load", y);
        double end = comparison.results().settings().run().warmUpSeconds();
        all.forEach(each -> chart.measured(each.name(), Stream.concat(
                each.parts().stream().map(one -> Chart.Point.at(one.fromSeconds(), Objects.requireNonNullElse(part.apply(one), Double.NaN))),
                Stream.of(Chart.Point.at(end, Objects.requireNonNullElse(last.apply(each.window()), Double.NaN)))).toList()));
        return chart;
    }

    /** When each was warm. */
    String steadyAfter() {
        return warmedUp().stream()
                .map(each -> {
                    OptionalDouble after = Steadiness.steadyAfter(each.parts(), each.window().response().p50Ms(), each.window().cpuMsPerAnswer());
                    return each.name() + (after.isEmpty() ? " not before the window" : " after " + Format.setting(after.getAsDouble()) + " s");
                })
                .collect(Collectors.joining(", ", "Response time and CPU time were on the level of the window: ", "."));
    }

    private static List<Second> seconds(Row row) {
        return row.profile() == null ? List.of() : row.profile().seconds();
    }

    Cells cells(List<Column<Row>> columns) {
        return Cells.of(comparison.measured(), columns);
    }

    Cells rates() {
        return Cells.of(comparison.rows(), List.of(
                Column.name(comparison), rate(Metric.OFFERED), rate(Metric.ACHIEVED),
                Column.number("X_max", row -> Column.limit(row, Format::rate))));
    }

    private static Column<Row> rate(Metric figure) {
        return Column.number(figure.title(), row ->
                Optional.ofNullable(row.value(figure)).map(rate -> Format.rate(rate.doubleValue())).orElse(Format.NONE));
    }

    /** The length of a bar that compares a figure with the highest of its column. */
    static String bar(Metric cost, double value, ComparisonTable comparison) {
        // What did not keep up flattens no bar of the others.
        List<Row> kept = comparison.rows().stream().filter(row -> row.standing().keptUp()).toList();
        double highest = (kept.isEmpty() ? comparison.rows() : kept).stream()
                .flatMap(row -> Stream.ofNullable(row.value(cost)))
                .mapToDouble(Number::doubleValue).reduce(0, Math::max);
        return Format.text("--share:%.1f%%", highest > 0 ? Math.min(100, 100 * value / highest) : 0);
    }

    static String parts(List<String> names, List<Double> ms) {
        return IntStream.range(0, names.size())
                .mapToObj(i -> names.get(i) + " " + Format.ms(ms.get(i))).collect(Collectors.joining(", "));
    }

    static String order(ComparisonTable comparison) {
        return comparison.results().trials().stream()
                .map(trial -> trial.row().label() + (comparison.blocks() > 1 ? " (" + trial.block() + ")" : ""))
                .collect(Collectors.joining(", "));
    }
}
