package io.birdseye.planning.sweep;

import static io.birdseye.model.Format.plain;

import io.birdseye.loadtest.trial.Trials;
import io.birdseye.model.Format;
import io.birdseye.model.WholeFile;
import io.birdseye.planning.sweep.Knee.CurvePoint;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.planning.sweep.SweepResult.SweepPoint;
import io.birdseye.report.page.Chart;
import io.birdseye.report.page.HeatMap;
import io.birdseye.report.page.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The files of a sweep: {@code sweep.json} with every figure, and {@code sweep.html} with curves or heat maps. */
public final class SweepFiles {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    /** More reasons are read in the table, beside their points. */
    private static final int MAX_REASONS = 5;

    private SweepFiles() {}

    /** Writes both files. Each appears whole: an interrupted write leaves the file that was there before. */
    public static void write(SweepResult sweep, Path folder) throws IOException {
        WholeFile.write(folder.resolve("sweep.json"), JSON.writeValueAsString(sweep) + "\n");
        WholeFile.write(folder.resolve("sweep.html"), page(sweep));
    }

    /** The table for a terminal, its columns aligned, with the knees below it. */
    public static String text(SweepResult sweep) {
        List<List<String>> rows = Stream.concat(Stream.of(columns(sweep)), rows(sweep).stream()).toList();
        int columns = rows.getFirst().size();
        // The last cell of a failed point is its reason: it may be longer than a column.
        List<Integer> widths = IntStream.range(0, columns)
                .mapToObj(i -> rows.stream().filter(row -> i < row.size() - 1 || row.size() == columns)
                        .mapToInt(row -> row.get(i).length()).max().orElse(0))
                .toList();
        String table = rows.stream()
                .map(row -> IntStream.range(0, row.size())
                        .mapToObj(i -> {
                            boolean reason = row.size() < columns && i == row.size() - 1;
                            return reason ? row.get(i)
                                    : Format.text("%" + (i == 0 ? "-" : "") + widths.get(i) + "s", row.get(i));
                        })
                        .collect(Collectors.joining("  ", "", "\n")))
                .collect(Collectors.joining());
        return table + "\n" + String.join("\n", sweep.searched() ? sweep.choices() : sweep.knees()) + "\n";
    }

    private static List<String> columns(SweepResult sweep) {
        List<String> columns = new ArrayList<>(List.of("strategy"));
        sweep.axes().forEach(axis -> columns.add(axis.setting()));
        if (sweep.searched()) {
            columns.add("carries/s");
        }
        columns.addAll(List.of("offered/s", "achieved/s", "errors", "p50 ms", "p90 ms", "p99 ms", "CPU ms", "cores"));
        return columns;
    }

    private static List<List<String>> rows(SweepResult sweep) {
        return sweep.points().stream()
                .sorted(Comparator.comparing(SweepPoint::strategy).thenComparingInt(SweepPoint::index))
                .map(point -> row(sweep, point))
                .toList();
    }

    private static List<String> row(SweepResult sweep, SweepPoint point) {
        List<String> row = new ArrayList<>(List.of(point.strategy()));
        sweep.axes().forEach(axis -> row.add(plain(point.values().getOrDefault(axis.setting(), Double.NaN))));
        PointFigures figures = point.figures();
        if (figures == null) {
            String failure = Objects.requireNonNullElse(point.failure(), "no reason given");
            row.add(failure.startsWith(Trials.JudgedTrial.NOT_VALID) ? failure : "failed: " + failure);
            return row;
        }
        if (sweep.searched()) {
            row.add(plain(SweepResult.throughput(figures)));
        }
        row.addAll(List.of(
                plain(figures.offeredPerSecond()), plain(figures.achievedPerSecond()),
                figures.errorShare() == 0 ? "0" : Format.percent(figures.errorShare()), plain(figures.p50Ms()),
                plain(figures.p90Ms()), (figures.carriesP99() ? "" : "~") + plain(figures.p99Ms()),
                plain(figures.cpuMsPerRequest()), plain(figures.serviceCores())));
        return row;
    }

    static String page(SweepResult sweep) {
        String settings = sweep.axes().stream().map(SweepAxis::setting).collect(Collectors.joining(" and "));
        Page page = new Page("Birdseye: a sweep over " + settings);
        page.paragraph(sweep.fixed()).paragraph(sweep.machine());
        (sweep.searched() ? sweep.choices() : sweep.knees()).forEach(page::paragraph);
        List<String> lost = sweep.lost();
        lost.stream().limit(MAX_REASONS).forEach(page::paragraph);
        if (lost.size() > MAX_REASONS) {
            page.paragraph(lost.size() - MAX_REASONS + " more reasons stand in the table.");
        }
        List<String> drawn = sweep.strategies().stream().filter(one -> !sweep.measured(one).isEmpty()).toList();
        if (sweep.searched()) {
            searched(page, sweep, drawn);
        } else if (sweep.axes().size() > 1) {
            for (String strategy : drawn) {
                page.heading(strategy + ": achieved/s")
                        .heatMap(map(sweep, strategy, "achieved/s", (_, figures) -> figures.achievedPerSecond()));
                page.heading(strategy + ": p90 ms").heatMap(map(sweep, strategy, "p90 ms", (_, figures) -> figures.p90Ms()));
            }
        } else if (!drawn.isEmpty()) {
            page.heading("Throughput").chart(chart(sweep, drawn, "Throughput", "achieved/s", PointFigures::achievedPerSecond));
            page.heading("Latency, p50").chart(chart(sweep, drawn, "Latency, p50", "p50 ms", PointFigures::p50Ms));
            page.heading("Latency, p90").chart(chart(sweep, drawn, "Latency, p90", "p90 ms", PointFigures::p90Ms));
            page.heading("Latency, p99").chart(chart(sweep, drawn, "Latency, p99", "p99 ms", PointFigures::p99Ms));
        }
        page.heading("Every point").table(
                "Latencies from the intended start of a request. A p99 with ~ has fewer than a thousand requests.",
                columns(sweep), rows(sweep));
        return page.small("Measured by: " + sweep.command())
                .render("swept " + sweep.createdAt(),
                        "A sweep over " + settings + (sweep.nothingMeasured() ? ": no point could be measured" : ""));
    }

    /** What each carries, and by how many per cent the best carries more than it. */
    private static void searched(Page page, SweepResult sweep, List<String> drawn) {
        boolean map = sweep.axes().size() > 1;
        if (!map && !drawn.isEmpty()) {
            page.heading("What each carries").chart(chart(sweep, drawn, "Capacity", "requests/s", SweepResult::throughput));
        }
        for (String strategy : map ? drawn : List.<String>of()) {
            page.heading(strategy + ": by how many per cent the best carries more").heatMap(map(
                    sweep, strategy, "the best carries % more", (values, _) -> Math.round(1000 * sweep.lead(strategy, values)) / 10.0));
            page.heading(strategy + ": carries/s").heatMap(map(
                    sweep, strategy, "carries/s", (_, figures) -> SweepResult.throughput(figures)));
        }
    }

    private static Chart chart(
            SweepResult sweep, List<String> strategies, String what, String y, ToDoubleFunction<PointFigures> figure) {
        String setting = sweep.axes().getFirst().setting();
        Chart chart = Chart.lines(what + " over " + setting, setting, y);
        for (String strategy : strategies) {
            Map<Double, Double> known = sweep.curve(strategy, Map.of(), figure).stream()
                    .collect(Collectors.toMap(CurvePoint::x, CurvePoint::y, (first, _) -> first));
            // No line leads over a point that has no figures.
            chart.measured(strategy, sweep.points().stream()
                    .filter(point -> point.strategy().equals(strategy))
                    .map(point -> point.values().getOrDefault(setting, Double.NaN))
                    .sorted()
                    .map(x -> Chart.Point.at(x, known.getOrDefault(x, Double.NaN)))
                    .toList());
        }
        return chart;
    }

    private static HeatMap map(
            SweepResult sweep, String strategy, String what, ToDoubleBiFunction<Map<String, Double>, PointFigures> figure) {
        SweepAxis rows = sweep.axes().getFirst();
        SweepAxis columns = sweep.axes().getLast();
        List<List<Double>> values = rows.values().stream()
                .map(y -> columns.values().stream()
                        .map(x -> sweep.measured(strategy).stream()
                                .filter(point -> point.values().equals(Map.of(rows.setting(), y, columns.setting(), x)))
                                .map(point -> figure.applyAsDouble(point.values(), Objects.requireNonNull(point.figures())))
                                .findFirst()
                                .orElse(Double.NaN))
                        .toList())
                .toList();
        return new HeatMap(
                strategy + ": " + what, columns.setting(), columns.values(), rows.setting(), rows.values(), values);
    }
}
