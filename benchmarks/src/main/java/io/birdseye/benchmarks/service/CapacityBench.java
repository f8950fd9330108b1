package io.birdseye.benchmarks.service;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.BenchContext;
import io.birdseye.benchmarks.BenchContext.Timed;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Target;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Closed model with more and more users, until no strategy answers more than before. What the cores can carry follows
 * from the CPU time of one request at the top of the curve; cores that a hypervisor had given away carry nothing. The
 * injector and the mock live on the same cores; what they take stands in the note.
 *
 * <p>JVMs of the same code differ by a tenth and more. The highest of several points is mostly one that was lucky, and
 * the lowest beyond it one that was not; so both are measured again, and the middle one of the trials counts.
 */
public final class CapacityBench implements Bench {

    /** With twice the last a request waits almost for its deadline at the rates that two cores reach. */
    private static final List<Integer> USERS = List.of(20, 40, 80, 160);

    /** How often the top and the lowest point beyond it are measured again, in as many JVMs. */
    private static final int AGAIN = 2;

    /**
     * At some 100 requests/s the JIT compilers are done with what a request calls once. With the shorter default they are
     * done in some JVMs and not in others, and then the curve shows compilation and not users.
     */
    private static final int WARM_UP_SECONDS = 60;

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
        int trials = strategies(quick).size() * (USERS.size() + (quick ? 0 : 2 * AGAIN));
        return Duration.ofSeconds(2L * USERS.size() * 20 + trials * trial);
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
    record DataPoint(int users, double perSecond, double cpuMs, double othersCores, double stolenShare) {

        static DataPoint of(int users, Measured measured) {
            return new DataPoint(
                    users,
                    measured.achievedPerSecond(),
                    measured.resources().cpuMsPerRequest(),
                    orZero(measured.resources().injectorCores()) + orZero(measured.resources().mockCores()),
                    orZero(measured.stolenShare()));
        }

        private static double orZero(@Nullable Double value) {
            return value == null ? 0 : value;
        }

        /** What the cores could carry at this cost, requests/s. */
        double bound(int cores) {
            return cores * (1 - stolenShare) / (cpuMs / 1e3);
        }

        double share(int cores) {
            return perSecond / bound(cores);
        }
    }

    @Override
    public List<Figure> run(BenchContext context) throws Exception {
        Map<String, CapacityCurve> curves = new TreeMap<>();
        for (int users : USERS) {
            if (!curves.isEmpty() && curves.values().stream().noneMatch(CapacityCurve::rises)) {
                break;
            }
            measure(context, users, strategies(context.quick()), 1, curves);
        }
        if (curves.isEmpty()) {
            throw new IOException("no strategy was measured");
        }
        if (!context.quick()) {
            for (var again : decisive(curves).entrySet()) {
                measure(context, again.getKey(), again.getValue(), AGAIN, curves);
            }
        }
        int cores = Runtime.getRuntime().availableProcessors();
        List<Figure> figures = new ArrayList<>();
        curves.forEach((strategy, curve) -> figures.addAll(figures(strategy, curve, cores)));
        return figures;
    }

    /** The strategies for which a number of users is the top, or the lowest point beyond it. */
    private static Map<Integer, List<String>> decisive(Map<String, CapacityCurve> curves) {
        Map<Integer, List<String>> strategies = new TreeMap<>();
        curves.forEach((strategy, curve) -> Stream.of(curve.top(), curve.lowestBeyond())
                .map(points -> points.getFirst().users())
                .distinct()
                .forEach(users ->
                        strategies.computeIfAbsent(users, key -> new ArrayList<>()).add(strategy)));
        return strategies;
    }

    private static void measure(
            BenchContext context, int users, List<String> strategies, int trials, Map<String, CapacityCurve> curves)
            throws Exception {
        String label = "capacity-" + users + "-users-" + trials;
        TrialSettings settings = context.comparison(label, strategies, Load.closed(users), Layout.BOXED);
        Measurement once = settings.measurement();
        Timed timed = context.compare(label, new TrialSettings(
                settings.served(),
                settings.load().withWarmUp(WarmUp.of(Duration.ofSeconds(WARM_UP_SECONDS))),
                new Measurement(trials, once.seed(), once.validity(), once.out(), once.command())));
        for (Trial trial : timed.measured()) {
            Measured measured = trial.measured();
            if (measured != null) {
                curves.computeIfAbsent(trial.strategy(), strategy -> new CapacityCurve())
                        .add(DataPoint.of(users, measured));
            }
        }
    }

    static List<Figure> figures(String strategy, CapacityCurve curve, int cores) {
        List<DataPoint> tops = curve.top();
        List<DataPoint> lows = curve.lowestBeyond();
        DataPoint top = CapacityCurve.middle(tops);
        DataPoint low = CapacityCurve.middle(lows);
        return List.of(
                new Figure(
                        strategy + ": most requests/s over cores / CPU seconds per request",
                        Target.atLeast(LEAST_SHARE),
                        top.share(cores),
                        " ×",
                        tops.stream().mapToDouble(point -> point.share(cores)).min().orElseThrow(),
                        tops.stream().mapToDouble(point -> point.share(cores)).max().orElseThrow(),
                        Format.text("%.1f/s of %.1f/s at %.1f ms; injector and mock took %.2f cores of the %d%s",
                                top.perSecond(),
                                top.bound(cores),
                                top.cpuMs(),
                                top.othersCores(),
                                cores,
                                stolen(top.stolenShare()))),
                Figure.of(
                        strategy + ": fall of throughput beyond its top",
                        // What has not been seen keeps no promise.
                        curve.rises() ? Target.none() : Target.atMost(MOST_FALL),
                        1 - low.perSecond() / top.perSecond(),
                        "",
                        curve.rises() ? text(curve) + "; nothing beyond was measured" : text(curve)));
    }

    private static String text(CapacityCurve curve) {
        return curve.all().stream()
                .map(points -> points.getFirst().users() + " users "
                        + points.stream()
                                .map(point -> Format.fixed(point.perSecond(), 1))
                                .collect(Collectors.joining(", "))
                        + "/s"
                        + stolen(CapacityCurve.middle(points).stolenShare()))
                .collect(Collectors.joining("; "));
    }

    private static String stolen(double share) {
        return share < 0.01 ? "" : " (" + Format.percent(share) + " stolen)";
    }
}
