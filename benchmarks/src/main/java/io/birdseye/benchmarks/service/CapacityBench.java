package io.birdseye.benchmarks.service;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.Comparisons.Timed;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Lab;
import io.birdseye.benchmarks.Target;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Closed model with more and more users. What the cores can carry follows from the CPU time of one request at the top
 * of the curve. The injector and the mock live on the same cores; what they take stands in the note.
 */
public final class CapacityBench implements Bench {

    private static final List<Integer> USERS = List.of(10, 20, 40, 80);
    private static final double LEAST_SHARE = 0.9;
    private static final double MOST_FALL = 0.10;

    @Override
    public String name() {
        return "capacity";
    }

    @Override
    public String what() {
        return "Closed model, memory 5, boxed: throughput reaches 0.9 × cores / CPU seconds per request, and does not fall"
                + " by more than a tenth beyond";
    }

    @Override
    public Duration estimate(boolean quick) {
        return Duration.ofSeconds((long) USERS.size() * (20 + strategies(quick).size() * (quick ? 38L : 62L)));
    }

    private static List<String> strategies(boolean quick) {
        return quick ? List.of("http-async") : Standard.STRATEGIES;
    }

    @Override
    public List<Figure> run(Lab lab) throws Exception {
        Map<String, Map<Integer, Measured>> curves = new TreeMap<>();
        for (int users : USERS) {
            Timed timed = lab.comparisons()
                    .run("capacity-" + users, List.of(
                            "--strategies", String.join(",", strategies(lab.quick())),
                            "--users", Integer.toString(users),
                            "--memory", Double.toString(Standard.MEMORY_MEGABYTES)));
            for (Trial trial : timed.measured()) {
                Measured measured = trial.measured();
                if (measured != null) {
                    curves.computeIfAbsent(trial.strategy(), strategy -> new TreeMap<>()).put(users, measured);
                }
            }
        }
        if (curves.isEmpty()) {
            throw new IOException("no strategy was measured");
        }
        int cores = Runtime.getRuntime().availableProcessors();
        List<Figure> figures = new ArrayList<>();
        curves.forEach((strategy, curve) -> figures.addAll(figures(strategy, curve, cores)));
        return figures;
    }

    private static List<Figure> figures(String strategy, Map<Integer, Measured> curve, int cores) {
        Measured top = curve.values().stream()
                .max(Comparator.comparingDouble(Measured::achievedPerSecond))
                .orElseThrow();
        double cpuSeconds = top.resources().cpuMsPerRequest() / 1e3;
        double others = orZero(top.resources().injectorCores()) + orZero(top.resources().mockCores());
        double bound = cores / cpuSeconds;
        Measured last = List.copyOf(curve.values()).getLast();
        String points = curve.entrySet().stream()
                .map(point -> String.format(
                        Locale.ROOT, "%d users %.1f/s", point.getKey(), point.getValue().achievedPerSecond()))
                .collect(Collectors.joining(", "));
        return List.of(
                Figure.of(
                        strategy + ": most requests/s over cores / CPU seconds per request",
                        Target.atLeast(LEAST_SHARE),
                        top.achievedPerSecond() / bound,
                        " ×",
                        String.format(
                                Locale.ROOT,
                                "%.1f/s of %.1f/s at %.1f ms; injector and mock took %.2f cores of the %d",
                                top.achievedPerSecond(), bound, cpuSeconds * 1e3, others, cores)),
                Figure.of(
                        strategy + ": fall of throughput beyond its top",
                        Target.atMost(MOST_FALL),
                        1 - last.achievedPerSecond() / top.achievedPerSecond(),
                        "",
                        points));
    }

    private static double orZero(@org.jspecify.annotations.Nullable Double value) {
        return value == null ? 0 : value;
    }
}
