package io.birdseye.benchmarks;

import static java.util.Objects.requireNonNullElse;

import io.birdseye.benchmarks.Figure.Target;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.result.Trial.Measured;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Closed model with more and more users, until no strategy answers more than before: the throughput of one strategy over
 * users. What the cores can carry follows from the CPU time of one request at the top of the curve.
 *
 * <p>JVMs of the same code differ by a tenth and more. The highest of several points is mostly one that was lucky, and
 * the lowest beyond it one that was not. So the first trial of each number of users decides which points these are; both
 * are measured again, and the middle one of the trials counts.
 */
final class CapacityCurve {

    private static final double MIN_SHARE = 0.9;
    private static final double MAX_FALL = 0.10;

    /** With twice the last a request waits almost for its deadline at the rates that two cores reach. */
    private static final List<Integer> USERS = List.of(20, 40, 80, 160);

    /** How often the top and the lowest point beyond it are measured again, in as many JVMs. */
    private static final int AGAIN = 2;

    /**
     * At some 100 requests/s the JIT compilers have compiled after this time what a request calls once. With the
     * shorter default some JVMs are done and others are not, and the curve would show compilation instead of users.
     */
    private static final int WARM_UP_SECONDS = 60;

    private final NavigableMap<Integer, List<DataPoint>> trials = new TreeMap<>();

    /** One trial; {@code othersCores} is what injector and mock took, and the stolen share no service can have used. */
    record DataPoint(int users, double perSecond, double cpuMs, double othersCores, double stolenShare) {

        static DataPoint of(int users, Measured measured) {
            return new DataPoint(
                    users, measured.achievedPerSecond(), requireNonNullElse(measured.cpuMsPerAnswer(), Double.NaN),
                    requireNonNullElse(measured.resources().injectorCores(), 0.0)
                            + requireNonNullElse(measured.resources().mockCores(), 0.0),
                    requireNonNullElse(measured.instruments().stolenShare(), 0.0));
        }

        /** What the cores could carry at this cost, requests/s. */
        double bound(int cores) {
            return cores * (1 - stolenShare) / (cpuMs / 1e3);
        }

        double share(int cores) {
            return perSecond / bound(cores);
        }

        private String stolen() {
            return stolenShare < 0.01 ? "" : " (" + Format.percent(stolenShare) + " stolen)";
        }
    }

    static List<Figure> run(BenchContext context) throws Exception {
        List<String> strategies = context.quick() ? List.of("http-async") : BenchContext.STRATEGIES;
        SortedMap<String, CapacityCurve> curves = new TreeMap<>();
        for (int users : USERS) {
            if (curves.isEmpty() || curves.values().stream().anyMatch(CapacityCurve::rises)) {
                measure(context, users, strategies, 1, curves);
            }
        }
        if (curves.isEmpty()) {
            throw new IOException("no strategy was measured");
        }
        for (int users : context.quick() ? List.<Integer>of() : USERS) {
            List<String> decisive = curves.entrySet().stream()
                    .filter(curve -> curve.getValue().decisiveUsers().contains(users))
                    .map(Map.Entry::getKey)
                    .toList();
            if (!decisive.isEmpty()) {
                measure(context, users, decisive, AGAIN, curves);
            }
        }
        int cores = Runtime.getRuntime().availableProcessors();
        return curves.entrySet().stream()
                .flatMap(curve -> curve.getValue().figures(curve.getKey(), cores).stream())
                .toList();
    }

    private static void measure(
            BenchContext context, int users, List<String> strategies, int blocks, Map<String, CapacityCurve> curves)
            throws Exception {
        Work work = Work.article(BenchContext.UPSTREAM_DELAY, BenchContext.MEMORY_MEGABYTES, Layout.BOXED);
        context.compare("capacity-" + users + "-users-" + blocks, strategies, work,
                        context.load(Load.closed(users), WARM_UP_SECONDS), blocks)
                .trials()
                .forEach(trial -> curves.computeIfAbsent(trial.strategy(), strategy -> new CapacityCurve())
                        .add(DataPoint.of(users, trial.figures())));
    }

    CapacityCurve add(DataPoint point) {
        trials.computeIfAbsent(point.users(), users -> new ArrayList<>()).add(point);
        return this;
    }

    private List<DataPoint> top() {
        return trials.values().stream().max(Comparator.comparingDouble(CapacityCurve::first)).orElseThrow();
    }

    /** Of all points behind the top, since with more users still some strategies recover; the top if it is the last. */
    private List<DataPoint> lowestBeyond() {
        List<DataPoint> top = top();
        return trials.tailMap(top.getFirst().users(), false).values().stream()
                .min(Comparator.comparingDouble(CapacityCurve::first))
                .orElse(top);
    }

    /** The numbers of users on which the figures depend. */
    List<Integer> decisiveUsers() {
        return Stream.of(top(), lowestBeyond()).map(points -> points.getFirst().users()).distinct().toList();
    }

    /** Whether the top is at the end, so that what comes behind it has not been seen. */
    boolean rises() {
        return top() == trials.lastEntry().getValue();
    }

    private static double first(List<DataPoint> points) {
        return points.getFirst().perSecond();
    }

    /** The trial with the median throughput, so that all its figures are of one JVM. */
    private static DataPoint middle(List<DataPoint> points) {
        return points.stream()
                .sorted(Comparator.comparingDouble(DataPoint::perSecond))
                .toList()
                .get(points.size() / 2);
    }

    List<Figure> figures(String strategy, int cores) {
        DataPoint top = middle(top());
        DoubleSummaryStatistics shares =
                top().stream().mapToDouble(point -> point.share(cores)).summaryStatistics();
        return List.of(
                new Figure(strategy + ": most requests/s over cores / CPU seconds per request",
                        Target.atLeast(MIN_SHARE), top.share(cores), " ×", shares.getMin(), shares.getMax(),
                        Format.text("%.1f/s of %.1f/s at %.1f ms; injector and mock took %.2f cores of the %d%s",
                                top.perSecond(), top.bound(cores), top.cpuMs(), top.othersCores(), cores,
                                top.stolen())),
                Figure.of(strategy + ": fall of throughput beyond its top",
                        // What has not been seen keeps no promise.
                        rises() ? Target.none() : Target.atMost(MAX_FALL),
                        1 - middle(lowestBeyond()).perSecond() / top.perSecond(),
                        "",
                        points() + (rises() ? "; nothing beyond was measured" : "")));
    }

    private String points() {
        return trials.values().stream()
                .map(points -> points.getFirst().users() + " users "
                        + points.stream()
                                .map(point -> Format.fixed(point.perSecond(), 1))
                                .collect(Collectors.joining(", "))
                        + "/s" + middle(points).stolen())
                .collect(Collectors.joining("; "));
    }
}
