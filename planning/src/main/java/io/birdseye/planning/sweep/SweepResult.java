package io.birdseye.planning.sweep;

import static java.util.Objects.requireNonNull;

import io.birdseye.model.Format;
import io.birdseye.planning.sweep.Knee.CurvePoint;
import io.birdseye.report.table.CapacityTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The points that a sweep has measured so far, in the order of measurement. Sentences tell the settings that were the
 * same for all of them, and the machine; the command repeats the sweep.
 */
public record SweepResult(
        int schemaVersion, String createdAt, String command, String machine, String fixed, List<SweepAxis> axes, List<SweepPoint> points) {

    public static final int SCHEMA_VERSION = 1;

    /** One point of the grid by its index: measured, or with the reason why it has no figures. */
    public record SweepPoint(
            int index, String strategy, Map<String, Double> values, @Nullable PointFigures figures, @Nullable String failure) {

        /** Whether the objective holds at no rate: an answer, and no failure. */
        public boolean carriesNone() {
            return failure != null && failure.startsWith(CapacityTable.NOWHERE);
        }

        /** Whether nothing is known of it. */
        boolean lost() {
            return figures == null && !carriesNone();
        }

        /** Of the highest rate; all are 0 where the objective holds at none, and null where nothing is known. */
        @Nullable Carried carried() {
            return carriesNone() ? new Carried(0, 0, 0) : figures == null ? null : figures.capacity();
        }
    }

    /** The highest rate at which an objective holds, and its interval, as one process tells it. */
    public record Carried(double perSecond, double lowPerSecond, double highPerSecond) {

        /** Whether more than chance makes another carry 5 % more: where the intervals of both say so. */
        boolean isLessThan(Carried other) {
            double chance = Math.hypot(Math.log(other.perSecond / other.lowPerSecond), Math.log(highPerSecond / perSecond));
            return perSecond == 0 ? other.perSecond > 0 : Math.log(other.perSecond / perSecond) > Math.max(chance, Math.log1p(MATTERS));
        }
    }

    /** Figures of a point; see {@link #carriesP99}. With a capacity, null without, they are at four fifths of it. */
    public record PointFigures(
            double offeredPerSecond, double achievedPerSecond, double errorShare, long requests, double p50Ms,
            double p90Ms, double p99Ms, double cpuMsPerRequest, double serviceCores,
            @Nullable Carried capacity) {

        private static final long MIN_FOR_P99 = 1_000;

        /** Whether a p99 is reliable: whether at least ten requests took longer. */
        public boolean carriesP99() {
            return requests >= MIN_FOR_P99;
        }
    }

    /** Says how to read {@link #map}. */
    public static final String MAP = "What carries as much as the best, and by how much less the others carry. One process each: where their"
            + " intervals leave a doubt, it is the same.";

    /** A smaller lead decides nothing. */
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

    /** Throughput over the last setting, at a value of the other one where the sweep has two. */
    List<CurvePoint> curve(String strategy, Map<String, Double> fixed) {
        return measured(strategy).stream()
                .filter(point -> point.values().entrySet().containsAll(fixed.entrySet()))
                .map(point -> new CurvePoint(
                        requireNonNull(point.values().get(axes.getLast().setting())), throughput(requireNonNull(point.figures()))))
                .toList();
    }

    boolean searched() {
        return points.stream().anyMatch(point -> point.carried() != null);
    }

    static double throughput(PointFigures figures) {
        return figures.capacity() == null ? figures.achievedPerSecond() : figures.capacity().perSecond();
    }

    /** Where the choice matters: a line for each combination of values, with {@link #mapColumns}. */
    public List<List<String>> map() {
        return new SweepPlan(axes, 0).grid().stream().map(values -> {
            Map<String, Carried> ranked = new LinkedHashMap<>();
            points.stream()
                    .filter(point -> point.values().equals(values) && point.carried() != null)
                    .sorted(Comparator.comparingDouble((SweepPoint point) -> -requireNonNull(point.carried()).perSecond()).thenComparing(SweepPoint::strategy))
                    .forEach(point -> ranked.put(point.strategy(), requireNonNull(point.carried())));
            Carried best = ranked.isEmpty() ? new Carried(Double.NaN, 0, 0) : ranked.values().iterator().next();
            Map<Boolean, List<String>> less = ranked.keySet().stream().collect(Collectors.partitioningBy(
                    each -> requireNonNull(ranked.get(each)).isLessThan(best)));
            String others = requireNonNull(less.get(true)).stream()
                    .map(each -> each + (requireNonNull(ranked.get(each)).perSecond() == 0 ? " none"
                            : " −" + Format.percent(1 - requireNonNull(ranked.get(each)).perSecond() / best.perSecond())))
                    .collect(Collectors.joining(", "));
            return Stream.concat(values.values().stream().map(Format::plain), Stream.of(
                    best.perSecond() > 0 ? Format.rate(best.perSecond()) : Format.NONE,
                    others.isEmpty() && ranked.size() == strategies().size() ? "any" : String.join(", ", requireNonNull(less.get(false))),
                    others.isEmpty() ? Format.NONE : others)).toList();
        }).toList();
    }

    public List<String> mapColumns() {
        return Stream.concat(axes.stream().map(SweepAxis::inWords), Stream.of("the best carries", "which do", "which carry less")).toList();
    }

    boolean nothingMeasured() {
        return points.stream().allMatch(SweepPoint::lost);
    }

    /** The value of the last setting above which throughput rises little; empty if there is none. */
    Optional<CurvePoint> knee(String strategy, Map<String, Double> fixed) {
        return Knee.of(curve(strategy, fixed));
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

    private String outcome(String strategy, Map<String, Double> fixed) {
        if (curve(strategy, fixed).isEmpty()) {
            return "no point could be measured";
        }
        String setting = axes.getLast().setting();
        return knee(strategy, fixed)
                .map(point -> "the knee is at " + setting + " = " + Format.plain(point.x()) + ", with " + Format.plain(point.y()) + "/s; higher values add little")
                .orElse("no knee: throughput over " + setting + " is nearly straight or flat, or has fewer than three points");
    }
}
