package io.birdseye.report.page;

import io.birdseye.model.Load;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.table.Comparison;
import io.birdseye.report.table.Figures;
import io.birdseye.report.table.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the page's script draws, as JSON inside the page.
 *
 * @param askedPerSecond the rate of an open load, else null
 * @param floors each different floor once
 */
record ChartData(@Nullable Double askedPerSecond, List<FloorLine> floors, List<Series> strategies) {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** A line across the latency charts. */
    record FloorLine(String name, double ms) {}

    /**
     * One strategy.
     *
     * @param response pairs of 1 / (1 - quantile) and ms, from the intended start
     * @param service likewise, from the real start
     * @param seconds second, rate, median, p99 and maximum of each second
     * @param time ms of queueing for I/O, I/O, queueing for CPU and CPU, or null if nothing was measured
     */
    record Series(
            String name,
            boolean keptUp,
            List<List<Double>> response,
            List<List<Double>> service,
            List<List<Double>> seconds,
            @Nullable Double offered,
            @Nullable Double achieved,
            @Nullable Double most,
            String reason,
            @Nullable List<Double> time) {}

    static ChartData of(Comparison comparison) {
        Load load = comparison.results().settings().load();
        return new ChartData(
                load.model() == Load.Model.OPEN ? load.ratePerSecond() : null,
                floors(comparison.rows()),
                comparison.rows().stream().map(ChartData::series).toList());
    }

    private static List<FloorLine> floors(List<Row> rows) {
        List<FloorLine> floors = new ArrayList<>();
        rows.stream()
                .filter(row -> row.floorMs() > 0)
                .collect(Collectors.partitioningBy(row -> row.topology().callsInTurn()))
                .forEach((inTurn, same) -> same.stream().findFirst().ifPresent(row ->
                        floors.add(new FloorLine(inTurn ? "floor, calls in turn" : "floor", round(row.floorMs())))));
        return floors;
    }

    private static Series series(Row row) {
        LatencyProfile profile = row.profile();
        Figures figures = row.figures();
        double most = row.prediction().perSecond();
        return new Series(
                row.strategy(),
                row.standing().keptUp(),
                profile == null ? List.of() : points(profile.response()),
                profile == null ? List.of() : points(profile.service()),
                profile == null ? List.of() : profile.seconds().stream().map(ChartData::second).toList(),
                figures == null ? null : round(figures.offeredPerSecond()),
                figures == null ? null : round(figures.achievedPerSecond()),
                Double.isFinite(most) ? round(most) : null,
                row.prediction().reason(),
                figures == null ? null : time(TimeSplit.of(figures.tasks())));
    }

    private static List<Double> time(TimeSplit split) {
        return List.of(round(split.ioQueueMs()), round(split.ioMs()), round(split.cpuQueueMs()), round(split.cpuMs()));
    }

    private static List<List<Double>> points(List<LatencyProfile.Point> points) {
        return points.stream().map(point -> List.of(round(point.oneIn()), round(point.ms()))).toList();
    }

    private static List<Double> second(LatencyProfile.Second second) {
        return List.of((double) second.second(), round(second.sentPerSecond()), round(second.p50Ms()),
                round(second.p99Ms()), round(second.maxMs()));
    }

    private static double round(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    /** The JSON, without any character that could end the script element around it. */
    String toJson() {
        return JSON.writeValueAsString(this)
                .replace("<", "\\u003c")
                .replace(">", "\\u003e")
                .replace("&", "\\u0026")
                .replace("\u2028", "\\u2028")
                .replace("\u2029", "\\u2029");
    }
}
