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
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Closed model: the throughput of a strategy over users. What the cores can carry follows from the CPU time of one request
 * at the top. JVMs of the same code differ by a tenth and more, so each number of users is measured in three of them, and
 * the middle one counts.
 */
final class CapacityBench {

    private static final double MIN_SHARE = 0.9;
    private static final double MAX_FALL = 0.10;

    /** With twice the last a request waits almost for its deadline at the rates that a core reaches. */
    private static final List<Integer> USERS_PER_CORE = List.of(10, 20, 40);

    /**
     * At some 100 requests/s the JIT compilers have compiled after this time what a request calls once. With the
     * shorter default some JVMs are done and others are not, and the curve would show compilation instead of users.
     */
    private static final int WARM_UP_SECONDS = 60;

    private CapacityBench() {}

    /** One trial; {@code othersCores} is what injector and mock took, and the stolen share no service can have used. */
    record DataPoint(double perSecond, double cpuMs, double othersCores, double stolenShare) {

        private static DataPoint of(Measured measured) {
            return new DataPoint(
                    measured.achievedPerSecond(), requireNonNullElse(measured.cpuMsPerAnswer(), Double.NaN),
                    requireNonNullElse(measured.resources().injectorCores(), 0.0)
                            + requireNonNullElse(measured.resources().mockCores(), 0.0),
                    requireNonNullElse(measured.instruments().stolenShare(), 0.0));
        }

        /** What the cores could carry at this cost, requests/s. */
        private double bound(int cores) {
            return cores * (1 - stolenShare) / (cpuMs / 1e3);
        }

        private double share(int cores) {
            return perSecond / bound(cores);
        }

        private String stolen() {
            return stolenShare < 0.01 ? "" : " (" + Format.percent(stolenShare) + " stolen)";
        }
    }

    static List<Figure> run(BenchContext context) throws Exception {
        List<String> strategies = context.quick() ? List.of("http-async") : BenchContext.STRATEGIES;
        int cores = Runtime.getRuntime().availableProcessors();
        Work work = Work.article(BenchContext.UPSTREAM_DELAY, BenchContext.MEMORY_MEGABYTES, Layout.BOXED);
        SortedMap<String, NavigableMap<Integer, List<DataPoint>>> curves = new TreeMap<>();
        for (int each : USERS_PER_CORE) {
            int users = each * cores;
            context.compare("capacity-" + users + "-users", strategies, work,
                            context.load(Load.closed(users), WARM_UP_SECONDS), context.quick() ? 1 : 3)
                    .trials()
                    .forEach(trial -> curves.computeIfAbsent(trial.strategy(), strategy -> new TreeMap<>())
                            .computeIfAbsent(users, number -> new ArrayList<>())
                            .add(DataPoint.of(trial.figures())));
        }
        if (curves.isEmpty()) {
            throw new IOException("no strategy was measured");
        }
        return curves.entrySet().stream()
                .flatMap(curve -> figures(curve.getKey(), curve.getValue(), cores).stream())
                .toList();
    }

    /** @param trials by users; behind the top the lowest counts, since with more users still some strategies recover */
    static List<Figure> figures(String strategy, NavigableMap<Integer, List<DataPoint>> trials, int cores) {
        NavigableMap<Integer, DataPoint> curve = new TreeMap<>();
        trials.forEach((users, points) -> curve.put(users, middle(points)));
        Map.Entry<Integer, DataPoint> best = curve.entrySet().stream()
                .max(Comparator.comparingDouble(entry -> entry.getValue().perSecond()))
                .orElseThrow();
        DataPoint top = best.getValue();
        OptionalDouble lowest =
                curve.tailMap(best.getKey(), false).values().stream().mapToDouble(DataPoint::perSecond).min();
        DoubleSummaryStatistics shares = trials.getOrDefault(best.getKey(), List.of()).stream()
                .mapToDouble(point -> point.share(cores))
                .summaryStatistics();
        String points = trials.entrySet().stream()
                .map(entry -> entry.getKey() + " users " + entry.getValue().stream()
                        .map(point -> Format.fixed(point.perSecond(), 1))
                        .collect(Collectors.joining(", ")) + "/s" + middle(entry.getValue()).stolen())
                .collect(Collectors.joining("; "));
        return List.of(
                new Figure(strategy + ": most requests/s over cores / CPU seconds per request",
                        Target.atLeast(MIN_SHARE), top.share(cores), " ×", shares.getMin(), shares.getMax(),
                        Format.text("%.1f/s of %.1f/s at %.1f ms; injector and mock took %.2f cores of the %d%s",
                                top.perSecond(), top.bound(cores), top.cpuMs(), top.othersCores(), cores,
                                top.stolen())),
                Figure.of(strategy + ": fall of throughput beyond its top",
                        // What has not been seen keeps no promise.
                        lowest.isEmpty() ? Target.none() : Target.atMost(MAX_FALL),
                        1 - lowest.orElse(top.perSecond()) / top.perSecond(), "",
                        points + (lowest.isEmpty() ? "; nothing beyond was measured" : "")));
    }

    /** The trial with the median throughput, so that all its figures are of one JVM. */
    private static DataPoint middle(List<DataPoint> points) {
        return points.stream().sorted(Comparator.comparingDouble(DataPoint::perSecond)).toList().get(points.size() / 2);
    }
}
