package io.birdseye.planning.sweep;

import io.birdseye.model.WholeFile;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.report.page.Chart;
import io.birdseye.report.page.HeatMap;
import io.birdseye.report.page.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The files of a sweep: {@code sweep.json} with every figure, and {@code sweep.html} with curves or heat maps. */
public final class SweepFiles {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    private SweepFiles() {}

    /** Writes both files. Each appears whole: an interrupted write leaves the file that was there before. */
    public static void write(SweepResult sweep, Path folder) throws IOException {
        Files.createDirectories(folder);
        WholeFile.write(folder.resolve("sweep.json"), JSON.writeValueAsString(sweep) + "\n");
        WholeFile.write(folder.resolve("sweep.html"), page(sweep));
    }

    /** @throws IOException if the file cannot be read; its message is one line that names the file */
    public static SweepResult read(Path file) throws IOException {
        try {
            return JSON.readValue(Files.readString(file), SweepResult.class);
        } catch (JacksonException e) {
            throw new IOException(file + " is not a sweep: " + e.getOriginalMessage(), e);
        }
    }

    /** The table for a terminal, with the knees below it. */
    public static String text(SweepResult sweep) {
        return SweepText.render(sweep) + "\n" + String.join("\n", sweep.knees()) + "\n";
    }

    static String page(SweepResult sweep) {
        String settings = String.join(" and ", sweep.axes().stream().map(SweepAxis::setting).toList());
        Page page = new Page("Birdseye: a sweep over " + settings);
        page.paragraph(sweep.fixed()).paragraph(sweep.machine());
        sweep.knees().forEach(page::paragraph);
        if (sweep.axes().size() == 1) {
            curves(page, sweep);
        } else {
            maps(page, sweep);
        }
        page.heading("Every point").table(
                "Latencies from the intended start of a request. A p99 with ~ has fewer than a thousand requests.",
                SweepText.columns(sweep),
                SweepText.rows(sweep));
        return page.small("Measured by: " + sweep.command())
                .render("swept " + sweep.createdAt(), "A sweep over " + settings);
    }

    private static void curves(Page page, SweepResult sweep) {
        page.heading("Throughput").chart(chart(sweep, "Throughput", "achieved/s", PointFigures::achievedPerSecond));
        page.heading("Latency, p50").chart(chart(sweep, "Latency, p50", "p50 ms", PointFigures::p50Ms));
        page.heading("Latency, p90").chart(chart(sweep, "Latency, p90", "p90 ms", PointFigures::p90Ms));
        page.heading("Latency, p99").chart(chart(sweep, "Latency, p99", "p99 ms", PointFigures::p99Ms));
    }

    private static Chart chart(SweepResult sweep, String what, String y, ToDoubleFunction<PointFigures> figure) {
        String setting = sweep.axes().getFirst().setting();
        Chart chart = Chart.lines(what + " over " + setting, setting, y);
        for (String strategy : sweep.strategies()) {
            chart.measured(strategy, sweep.curve(strategy, figure).stream()
                    .map(point -> Chart.Point.at(point.x(), point.y()))
                    .toList());
        }
        return chart;
    }

    private static void maps(Page page, SweepResult sweep) {
        for (String strategy : sweep.strategies()) {
            page.heading(strategy + ": achieved/s")
                    .heatMap(map(sweep, strategy, "achieved/s", PointFigures::achievedPerSecond));
            page.heading(strategy + ": p90 ms").heatMap(map(sweep, strategy, "p90 ms", PointFigures::p90Ms));
        }
    }

    private static HeatMap map(
            SweepResult sweep, String strategy, String what, ToDoubleFunction<PointFigures> figure) {
        SweepAxis rows = sweep.axes().getFirst();
        SweepAxis columns = sweep.axes().getLast();
        List<List<Double>> values = new ArrayList<>();
        for (double y : rows.values()) {
            List<Double> row = new ArrayList<>();
            for (double x : columns.values()) {
                row.add(sweep.measured(strategy).stream()
                        .filter(point -> Double.valueOf(y).equals(point.values().get(rows.setting()))
                                && Double.valueOf(x).equals(point.values().get(columns.setting())))
                        .mapToDouble(point -> figure.applyAsDouble(Objects.requireNonNull(point.figures())))
                        .findFirst()
                        .orElse(Double.NaN));
            }
            values.add(row);
        }
        return new HeatMap(
                strategy + ": " + what, columns.setting(), columns.values(), rows.setting(), rows.values(), values);
    }
}
