package io.birdseye.planning.sweep;

import io.birdseye.loadtest.trial.Trials;
import io.birdseye.model.Format;
import io.birdseye.planning.sweep.Knee.CurvePoint;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The points that a sweep has measured so far, in the order of measurement. Sentences tell the settings that were the
 * same for all of them, and the machine; the command repeats the sweep.
 */
public record SweepResult(
        int schemaVersion, String createdAt, String command, String machine, String fixed, List<SweepAxis> axes,
        List<SweepPoint> points) {

    public static final int SCHEMA_VERSION = 1;

    /** One point of the grid by its index: measured, or with the reason why it has no figures. */
    public record SweepPoint(
            int index, String strategy, Map<String, Double> values, @Nullable PointFigures figures,
            @Nullable String failure) {}

    /** Figures of a point; see {@link #carriesP99}. With a capacity, null without, they are at four fifths of it. */
    public record PointFigures(
            double offeredPerSecond, double achievedPerSecond, double errorShare, long requests, double p50Ms,
            double p90Ms, double p99Ms, double cpuMsPerRequest, double serviceCores,
            @Nullable Double capacityPerSecond) {

        private static final long MIN_FOR_P99 = 1_000;

        /** Whether a p99 is reliable: whether at least ten requests took longer. */
        public boolean carriesP99() {
            return requests >= MIN_FOR_P99;
        }
    }

    /** A smaller lead is none: one process was asked at each point. */
    private static final double MATTERS = 0.05;

    public SweepResult {
        axes = List.copyOf(axes);
        points = List.copyOf(points);
    }

    public List<String> strategies() {
        return points.stream().map(SweepPoint::strategy).distinct().sorted().toList();
    }

    /** The points of a strategy that have figures, in the order of the grid. */
    public List<SweepPoint> measured(String strategy) {
        return points.stream()
                .filter(point -> point.strategy().equals(strategy) && point.figures() != null)
                .sorted(Comparator.comparingInt(SweepPoint::index))
                .toList();
    }

    /** A figure over the last setting, at a value of the other one where the sweep has two. */
    List<CurvePoint> curve(String strategy, Map<String, Double> fixed, ToDoubleFunction<PointFigures> figure) {
        String setting = axes.getLast().setting();
        return measured(strategy).stream()
                .filter(point -> point.values().entrySet().containsAll(fixed.entrySet()))
                .map(point -> new CurvePoint(
                        Objects.requireNonNull(point.values().get(setting)),
                        figure.applyAsDouble(Objects.requireNonNull(point.figures()))))
                .toList();
    }

    boolean searched() {
        return points.stream().anyMatch(point -> point.figures() != null && point.figures().capacityPerSecond() != null);
    }

    static double throughput(PointFigures figures) {
        return figures.capacityPerSecond() == null ? figures.achievedPerSecond() : figures.capacityPerSecond();
    }

    /** By how much the best at these values carries more than a row; not a number where one of them is not known. */
    double lead(String over, Map<String, Double> values) {
        Map<String, Double> carried = points.stream()
                .filter(point -> point.values().equals(values) && point.figures() != null)
                .collect(Collectors.toMap(SweepPoint::strategy, point -> throughput(Objects.requireNonNull(point.figures())), Math::max));
        Double own = carried.get(over);
        return own == null ? Double.NaN : Collections.max(carried.values()) / own - 1;
    }

    boolean nothingMeasured() {
        return points.stream().allMatch(point -> point.figures() == null);
    }

    /** Why points have no figures, one sentence for each reason, the most frequent first. */
    List<String> lost() {
        Map<String, Long> byReason = points.stream()
                .filter(point -> point.figures() == null)
                .collect(Collectors.groupingBy(
                        point -> Objects.requireNonNullElse(point.failure(), "no reason given"), LinkedHashMap::new,
                        Collectors.counting()));
        return byReason.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(lost -> (lost.getValue() == points.size() ? "" : lost.getValue() + " of ")
                        + Format.count(points.size(), "point")
                        + (lost.getKey().startsWith(Trials.JudgedTrial.NOT_VALID)
                                ? (lost.getValue() == 1 ? " was " : " were ")
                                : " failed: ")
                        + lost.getKey().replaceFirst("\\.$", "") + ".")
                .toList();
    }

    /** The value of the last setting above which throughput rises little; empty if there is none. */
    Optional<CurvePoint> knee(String strategy, Map<String, Double> fixed) {
        return Knee.of(curve(strategy, fixed, SweepResult::throughput));
    }

    /** The knees in sentences; over two settings, one for each value of the first. Equal ones share a sentence. */
    public List<String> knees() {
        if (nothingMeasured()) {
            return List.of("No point could be measured, so there is no chart and no knee.");
        }
        Map<String, List<String>> curvesByOutcome = new LinkedHashMap<>();
        for (String strategy : strategies()) {
            if (axes.size() == 1) {
                curvesByOutcome.computeIfAbsent(outcome(strategy, Map.of()), outcome -> new ArrayList<>()).add(strategy);
            } else {
                SweepAxis outer = axes.getFirst();
                outer.values().forEach(value -> curvesByOutcome
                        .computeIfAbsent(outcome(strategy, Map.of(outer.setting(), value)), outcome -> new ArrayList<>())
                        .add(strategy + " with " + outer.setting() + " " + Format.plain(value)));
            }
        }
        return curvesByOutcome.entrySet().stream()
                .map(outcome -> Format.list(outcome.getValue()) + ": " + outcome.getKey())
                .toList();
    }

    /** Where the choice matters: at which values the best carries more than 5 % more than a row; a sentence for each row. */
    List<String> choices() {
        return !searched() || strategies().size() < 2 ? List.of() : strategies().stream().map(over -> {
            List<String> where = points.stream()
                    .map(SweepPoint::values)
                    .distinct()
                    .filter(values -> lead(over, values) > MATTERS)
                    .map(values -> values.entrySet().stream().map(each -> each.getKey() + " " + Format.plain(each.getValue())).sorted()
                            .collect(Collectors.joining(" and ")) + " (" + Format.percent(lead(over, values)) + ")")
                    .toList();
            return "The best carries more than " + Format.percent(MATTERS) + " more than " + over + (where.isEmpty() ? " nowhere." : " at " + Format.list(where) + ".");
        }).toList();
    }

    private String outcome(String strategy, Map<String, Double> fixed) {
        if (curve(strategy, fixed, SweepResult::throughput).isEmpty()) {
            return "no point could be measured";
        }
        String setting = axes.getLast().setting();
        return knee(strategy, fixed).map(point -> "the knee is at " + setting + " = " + Format.plain(point.x()) + ", with "
                        + Format.plain(point.y()) + "/s; higher values add little")
                .orElse("no knee: throughput over " + setting + " is nearly straight or flat, or has fewer than three points");
    }
}
