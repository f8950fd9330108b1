package io.birdseye.planning.sweep;

import io.birdseye.planning.sweep.Knee.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep has measured so far.
 *
 * @param command the command line that repeats it
 * @param fixed what was the same for all points, in words
 * @param machine cores and JDK, in words
 * @param points in the order in which they were measured
 */
public record SweepResult(
        int schemaVersion,
        String createdAt,
        String command,
        String machine,
        String fixed,
        List<Axis> axes,
        List<Measured> points) {

    public static final int SCHEMA_VERSION = 1;

    /**
     * One point, measured or failed.
     *
     * @param index its place in the grid
     * @param failure why there are no figures, or null
     */
    public record Measured(
            int index,
            String strategy,
            Map<String, Double> values,
            @Nullable Figures figures,
            @Nullable String failure) {}

    /**
     * The figures of one point.
     *
     * @param errorShare of the requests
     * @param requests that the percentiles stand on; a p99 needs a thousand, see {@link #carriesP99}
     * @param serviceCores that the service kept busy
     */
    public record Figures(
            double offeredPerSecond,
            double achievedPerSecond,
            double errorShare,
            long requests,
            double p50Ms,
            double p90Ms,
            double p99Ms,
            double cpuMsPerRequest,
            double serviceCores) {

        private static final long LEAST_FOR_P99 = 1_000;

        /** Whether ten requests or more lie beyond the p99. */
        public boolean carriesP99() {
            return requests >= LEAST_FOR_P99;
        }
    }

    public SweepResult {
        axes = List.copyOf(axes);
        points = List.copyOf(points);
    }

    public List<String> strategies() {
        return points.stream().map(Measured::strategy).distinct().sorted().toList();
    }

    /** The points of a strategy that have figures, in the order of the grid. */
    public List<Measured> measured(String strategy) {
        return points.stream()
                .filter(point -> point.strategy().equals(strategy) && point.figures() != null)
                .sorted(Comparator.comparingInt(Measured::index))
                .toList();
    }

    /** A figure over the first setting of a sweep over one. */
    public List<Point> curve(String strategy, ToDoubleFunction<Figures> figure) {
        String setting = axes.getFirst().setting();
        return measured(strategy).stream()
                .map(point -> new Point(
                        Objects.requireNonNull(point.values().get(setting)),
                        figure.applyAsDouble(Objects.requireNonNull(point.figures()))))
                .toList();
    }

    /** Where more of a single setting stops to buy throughput. */
    public Optional<Point> knee(String strategy) {
        return axes.size() == 1 ? Knee.of(curve(strategy, Figures::achievedPerSecond)) : Optional.empty();
    }

    /** The knees in sentences; of a sweep over two settings one for each value of the first. */
    public List<String> knees() {
        List<String> sentences = new ArrayList<>();
        for (String strategy : strategies()) {
            if (axes.size() == 1) {
                sentences.add(sentence(strategy, axes.getFirst().setting(), knee(strategy)));
                continue;
            }
            Axis outer = axes.getFirst();
            Axis inner = axes.getLast();
            for (double value : outer.values()) {
                List<Point> curve = measured(strategy).stream()
                        .filter(point -> Double.valueOf(value).equals(point.values().get(outer.setting())))
                        .map(point -> new Point(
                                Objects.requireNonNull(point.values().get(inner.setting())),
                                Objects.requireNonNull(point.figures()).achievedPerSecond()))
                        .toList();
                sentences.add(sentence(
                        strategy + ", " + outer.setting() + " " + SweepText.number(value),
                        inner.setting(),
                        Knee.of(curve)));
            }
        }
        return sentences;
    }

    private static String sentence(String of, String setting, Optional<Point> knee) {
        return of + ": "
                + knee.map(point -> "the knee is at " + setting + " = " + SweepText.number(point.x()) + ", with "
                                + SweepText.number(point.y()) + "/s; more of it buys little")
                        .orElse("no knee: throughput over " + setting
                                + " is nearly straight or flat, or has fewer than three points");
    }
}
