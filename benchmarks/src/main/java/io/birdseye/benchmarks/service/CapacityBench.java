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
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Closed model with more and more users, until no strategy answers more than before. What the cores can carry follows
 * from the CPU time of one request at the top of the curve; cores that a hypervisor had given away carry nothing. The
 * injector and the mock live on the same cores; what they take stands in the note.
 */
public final class CapacityBench implements Bench {

    /** With twice the last a request waits almost for its deadline at the rates that two cores reach. */
    private static final List<Integer> USERS = List.of(10, 20, 40, 80, 160);

    /**
     * As in {@link Standard}: at some 70 requests/s the compilers are done with what a request calls once. With the
     * shorter default they are in some JVMs and not in others, and then the curve shows compilers and not users.
     */
    private static final int WARM_UP_SECONDS = 90;

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
        long trial = quick ? 38 : 38 + WARM_UP_SECONDS * 4 / 3;
        return Duration.ofSeconds(USERS.size() * (20 + strategies(quick).size() * trial));
    }

    private static List<String> strategies(boolean quick) {
        return quick ? List.of("http-async") : Standard.STRATEGIES;
    }

    /**
     * One trial.
     *
     * @param othersCores what injector and mock took
     * @param stolenShare of the cores' time that a hypervisor gave to other machines: the service cannot have used it
     */
    record Point(int users, double perSecond, double cpuMs, double othersCores, double stolenShare) {

        static Point of(int users, Measured measured) {
            return new Point(
                    users,
                    measured.achievedPerSecond(),
                    measured.resources().cpuMsPerRequest(),
                    orZero(measured.resources().injectorCores()) + orZero(measured.resources().mockCores()),
                    orZero(measured.stolenShare()));
        }

        private static double orZero(@Nullable Double value) {
            return value == null ? 0 : value;
        }
    }

    @Override
    public List<Figure> run(Lab lab) throws Exception {
        Map<String, List<Point>> curves = new TreeMap<>();
        for (int users : USERS) {
            if (!anyRises(curves.values())) {
                break;
            }
            List<String> arguments = new ArrayList<>(List.of(
                    "--strategies", String.join(",", strategies(lab.quick())),
                    "--users", Integer.toString(users),
                    "--memory", Double.toString(Standard.MEMORY_MEGABYTES)));
            if (!lab.quick()) {
                arguments.addAll(List.of("--warm-up", WARM_UP_SECONDS + "s"));
            }
            Timed timed = lab.comparisons().run("capacity-" + users, arguments);
            for (Trial trial : timed.measured()) {
                Measured measured = trial.measured();
                if (measured != null) {
                    curves.computeIfAbsent(trial.strategy(), strategy -> new ArrayList<>())
                            .add(Point.of(users, measured));
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

    /** Whether a curve has its top at its end, so that what comes behind the top has not been seen. */
    static boolean anyRises(Collection<List<Point>> curves) {
        return curves.isEmpty()
                || curves.stream().anyMatch(curve -> top(curve).equals(curve.getLast()));
    }

    private static Point top(List<Point> curve) {
        return curve.stream()
                .max(Comparator.comparingDouble(Point::perSecond))
                .orElseThrow();
    }

    /** @param curve in the order of users */
    static List<Figure> figures(String strategy, List<Point> curve, int cores) {
        Point top = top(curve);
        // Of all points behind it: with more users still, some strategies recover.
        double worst = curve.subList(curve.indexOf(top), curve.size()).stream()
                .mapToDouble(Point::perSecond)
                .min()
                .orElseThrow();
        double bound = cores * (1 - top.stolenShare()) / (top.cpuMs() / 1e3);
        String points = curve.stream()
                .map(point -> String.format(Locale.ROOT, "%d users %.1f/s", point.users(), point.perSecond())
                        + stolen(point))
                .collect(Collectors.joining(", "));
        return List.of(
                Figure.of(
                        strategy + ": most requests/s over cores / CPU seconds per request",
                        Target.atLeast(LEAST_SHARE),
                        top.perSecond() / bound,
                        " ×",
                        String.format(
                                Locale.ROOT,
                                "%.1f/s of %.1f/s at %.1f ms; injector and mock took %.2f cores of the %d%s",
                                top.perSecond(), bound, top.cpuMs(), top.othersCores(), cores, stolen(top))),
                Figure.of(
                        strategy + ": fall of throughput beyond its top",
                        Target.atMost(MOST_FALL),
                        1 - worst / top.perSecond(),
                        "",
                        top.equals(curve.getLast()) ? points + "; nothing beyond was measured" : points));
    }

    private static String stolen(Point point) {
        return point.stolenShare() < 0.01
                ? ""
                : String.format(Locale.ROOT, " (%.0f %% stolen)", 100 * point.stolenShare());
    }
}
