package io.birdseye.planning.sweep;

import static java.util.Objects.requireNonNull;

import io.birdseye.model.Format;
import io.birdseye.planning.sweep.Knee.CurvePoint;
import io.birdseye.report.result.RateFound;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.table.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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
            return RateFound.meetsNowhere(failure);
        }

        /** Whether nothing is known of it. */
        boolean lost() {
            return figures == null && !carriesNone();
        }

        /** What it carries; 0 where the objective holds at no rate, and not a number where nobody knows. */
        double perSecond() {
            return carriesNone() ? 0 : figures == null || figures.capacity() == null ? Double.NaN : figures.capacity().perSecond();
        }

        private Interval carried() {
            return figures == null || figures.capacity() == null ? new Interval(0, 0) : figures.capacity().carried();
        }
    }

    /** Figures of a point; see {@link #carriesP99}. With a capacity, null without, they are at four fifths of it. */
    public record PointFigures(
            double offeredPerSecond, double achievedPerSecond, double errorShare, long requests, double p50Ms,
            double p90Ms, double p99Ms, double cpuMsPerRequest, double serviceCores,
            @Nullable RateFound capacity) {

        private static final long MIN_FOR_P99 = 1_000;

        /** Whether a p99 is reliable: whether at least ten requests took longer. */
        public boolean carriesP99() {
            return requests >= MIN_FOR_P99;
        }
    }

    /** Says how to read {@link #map}. */
    public static final String MAP = "What carries as much as the best, and by how much less the others carry. One process each: those whose"
            + " intervals meet carry as much.";

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
        return points.stream().anyMatch(point -> point.perSecond() >= 0);
    }

    static double throughput(PointFigures figures) {
        return figures.capacity() == null ? figures.achievedPerSecond() : figures.capacity().perSecond();
    }

    /** Where the choice matters: a line for each combination of values, with a cell for each of {@link #mapColumns}. */
    public List<List<String>> map() {
        return new SweepPlan(axes, 0).grid().stream().map(values -> {
            List<SweepPoint> ranked = points.stream()
                    .filter(point -> point.values().equals(values) && point.perSecond() >= 0)
                    .sorted(Comparator.comparingDouble((SweepPoint point) -> -point.perSecond()).thenComparing(SweepPoint::strategy))
                    .toList();
            double most = ranked.isEmpty() ? 0 : ranked.getFirst().perSecond();
            List<SweepPoint> less = ranked.stream().filter(point -> point.carried().high() < ranked.getFirst().carried().low()).toList();
            String same = ranked.stream().filter(point -> !less.contains(point)).map(SweepPoint::strategy).collect(Collectors.joining(", "));
            return Stream.concat(values.values().stream().map(Format::plain), Stream.of(
                    most > 0 ? Format.rate(most) : Format.NONE,
                    less.isEmpty() && ranked.size() == strategies().size() ? "any" : same,
                    less.isEmpty() ? Format.NONE : less.stream()
                            .map(point -> point.strategy() + (point.carriesNone() ? " none" : " −" + Format.percent(1 - point.perSecond() / most)))
                            .collect(Collectors.joining(", ")))).toList();
        }).toList();
    }

    public List<Column<List<String>>> mapColumns() {
        List<String> titles = Stream.concat(axes.stream().map(SweepAxis::inWords), Stream.of("the best carries", "which do", "which carry less")).toList();
        return IntStream.range(0, titles.size()).mapToObj(i -> i <= axes.size() ? Column.number(titles.get(i), (List<String> line) -> line.get(i))
                : Column.text(titles.get(i), (List<String> line) -> line.get(i))).toList();
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
