package io.birdseye.benchmarks;

import io.birdseye.benchmarks.CapacityCurve.DataPoint;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Closed model with more and more users, until no strategy answers more than before. What the cores can carry follows
 * from the CPU time of one request at the top of the curve.
 *
 * <p>JVMs of the same code differ by a tenth and more. The highest of several points is mostly one that was lucky, and
 * the lowest beyond it one that was not; so both are measured again, and the middle one of the trials counts.
 */
final class CapacityBench {

    /** With twice the last a request waits almost for its deadline at the rates that two cores reach. */
    private static final List<Integer> USERS = List.of(20, 40, 80, 160);

    /** How often the top and the lowest point beyond it are measured again, in as many JVMs. */
    private static final int AGAIN = 2;

    /**
     * At some 100 requests/s the JIT compilers have compiled after this time what a request calls once. With the
     * shorter default some JVMs are done and others are not, and the curve would show compilation instead of users.
     */
    private static final int WARM_UP_SECONDS = 60;

    private CapacityBench() {}

    static List<Figure> run(BenchContext context) throws Exception {
        List<String> strategies = context.quick() ? List.of("http-async") : BenchContext.STRATEGIES;
        Map<String, CapacityCurve> curves = new TreeMap<>();
        for (int users : USERS) {
            if (curves.isEmpty() || curves.values().stream().anyMatch(CapacityCurve::rises)) {
                measure(context, users, strategies, 1, curves);
            }
        }
        if (curves.isEmpty()) {
            throw new IOException("no strategy was measured");
        }
        if (!context.quick()) {
            Map<Integer, List<String>> decisive = new TreeMap<>();
            curves.forEach((strategy, curve) -> curve.decisiveUsers().forEach(
                    users -> decisive.computeIfAbsent(users, key -> new ArrayList<>()).add(strategy)));
            for (var again : decisive.entrySet()) {
                measure(context, again.getKey(), again.getValue(), AGAIN, curves);
            }
        }
        int cores = Runtime.getRuntime().availableProcessors();
        List<Figure> figures = new ArrayList<>();
        curves.forEach((strategy, curve) -> figures.addAll(curve.figures(strategy, cores)));
        return figures;
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
}
