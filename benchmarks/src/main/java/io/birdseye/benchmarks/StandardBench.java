package io.birdseye.benchmarks;

import static java.util.Objects.requireNonNull;

import io.birdseye.benchmarks.BenchContext.AtWindow;
import io.birdseye.benchmarks.BenchContext.MeasuredTrial;
import io.birdseye.benchmarks.BenchContext.Timed;
import io.birdseye.benchmarks.Figure.Target;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.generate.Schedule.Step;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.light.LightClient;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.report.result.Trial.Resources;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What the {@linkplain BenchContext#standard comparisons of the standard case} tell of CPU, latency and instruments. */
final class StandardBench {

    private static final int NINE = 9;
    private static final LoadPlan SHORT =
            new LoadPlan(Load.open(50), WarmUp.of(Duration.ofSeconds(4)), Duration.ofSeconds(4));

    /** The defaults of {@code compare}. */
    private static final LoadPlan USUAL =
            new LoadPlan(Load.open(50), WarmUp.of(Duration.ofSeconds(18)), Duration.ofSeconds(30));

    /** A comparison begins with a warm-up of its own, which is as long as that of the trials up to this length. */
    private static final double MAX_CALIBRATION_SECONDS = 8;

    /** Of HTTP, four calls with a megabyte of JSON, and their strategy: a quicker core makes the multiplications cheaper by more. */
    private static final double ABOVE_MULTIPLICATIONS_MS = 3;

    private static final String REFUSING = "adaptive";
    private static final double REFUSED_PER_SECOND = 1_000;
    private static final Duration REFUSAL_WARM_UP = Duration.ofSeconds(6);
    private static final Duration REFUSAL_WINDOW = Duration.ofSeconds(10);
    private static final int ADMITTED = 8;

    private StandardBench() {}

    /**
     * The CPU time of the whole service for one request against that of its two multiplications alone. The time of the JIT
     * compilers stands in the note: they are still at work long after a warm-up, and JMH has waited for them.
     */
    static List<Figure> cpu(BenchContext context) throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (Layout layout : Layout.values()) {
            // Before and after, since a shared machine is not equally fast all the time.
            double before = MultiplyBenchmark.cpuMsPerRequest(context, layout, "before");
            List<MeasuredTrial> trials = context.standard(layout).trials();
            double after = MultiplyBenchmark.cpuMsPerRequest(context, layout, "after");
            trials.forEach(trial -> figures.add(cpu(layout, before, after, trial)));
        }
        figures.add(refusal(context));
        return figures;
    }

    private static Figure cpu(Layout layout, double before, double after, MeasuredTrial trial) {
        Resources used = trial.figures().resources();
        double cpuMs = used.cpuMsWithoutCompilers();
        return new Figure(
                layout.label() + ", " + trial.strategy() + ": CPU per request above the bare multiplications",
                Target.atMost(ABOVE_MULTIPLICATIONS_MS), cpuMs - (before + after) / 2, " ms",
                cpuMs - Math.max(before, after), cpuMs - Math.min(before, after),
                Format.text("%.1f ms against %.1f before and %.1f after, JIT %.1f ms beside it; %.1f MB allocated,"
                                + " %.1f ms of GC pauses per second, %d errors",
                        cpuMs, before, after, known(used.compilerMsPerRequest()), known(used.allocatedMegabytesPerRequest()),
                        known(used.gcPauseMsPerSecond()), trial.figures().errors()));
    }

    /** Birdseye's own service tells all of these on Linux; the compilers' part may be missing elsewhere. */
    private static double known(@Nullable Double figure) {
        return figure == null ? 0 : figure;
    }

    /**
     * The CPU time of the service for a request that it refuses. In a trial it cannot be told apart from that of right
     * answers; here the upstreams hold the few requests that are admitted for longer than the measurement, so the service
     * does nothing but refuse.
     */
    private static Figure refusal(BenchContext context) throws TrialFailure, IOException, InterruptedException {
        String name = REFUSING + ": CPU of a refused request";
        context.progress().accept("a service that refuses " + Math.round(REFUSED_PER_SECOND) + " requests per second");
        Duration held = REFUSAL_WARM_UP.plus(REFUSAL_WINDOW).plusSeconds(5);
        try (Program mock = context.mock("refusal-mock", "--delay", held.toSeconds() + "s");
                Program service = context.service(
                        "refusal-service", Programs.serviceJvmFlags(), "--upstream", mock.url(), "--deadline", "60s",
                        "--default-max-in-flight", Integer.toString(ADMITTED), "--memory-sizes", "0.5");
                ServiceClient client = new ServiceClient(service.url())) {
            List<ServiceUse> looks = new ArrayList<>();
            AtWindow ends = new AtWindow(service,
                    () -> looks.add(client.resources()), () -> looks.add(client.resources()));
            RequestPlan load = RequestPlan.light(
                    service.url() + "/overview/" + REFUSING + "?sharedMemory=0.5",
                    List.of(new Step(false, REFUSED_PER_SECOND, REFUSAL_WARM_UP), new Step(true, REFUSED_PER_SECOND, REFUSAL_WINDOW)), 0);
            try (LightClient users = new LightClient(load.withTimeout(held.plusSeconds(10)))) {
                users.run(ends);
            }
            ServiceUse used = looks.getLast().since(looks.getFirst());
            long refused = requireNonNull(used.requests()).refused();
            long answered = used.requests().succeeded();
            if (refused == 0 || answered > 0) {
                return Figure.failed(name, Target.none(), Format.text("%d refused, %d answered", refused, answered));
            }
            double cpuMs = used.process().cpuNanosOfProgram() / 1e6 / refused;
            double allMs = requireNonNull(used.process().cpuNanos()) / 1e6 / refused;
            return Figure.of(name, Target.none(), cpuMs, " ms",
                    Format.text("of %d refusals in %d s, JIT %.2f ms beside it", refused, REFUSAL_WINDOW.toSeconds(), allMs - cpuMs));
        }
    }

    /** Latency over the floor of the same comparison: the slowest call and the longest combination of a request alone. */
    static List<Figure> excess(BenchContext context) throws Exception {
        List<Figure> figures = new ArrayList<>();
        for (Layout layout : Layout.values()) {
            Timed timed = context.standard(layout);
            double floorMs = timed.results().floor().latencyMs(false);
            Map<String, Double> p50 = new LinkedHashMap<>();
            Map<String, Double> p99 = new LinkedHashMap<>();
            for (MeasuredTrial trial : timed.trials()) {
                if (trial.figures().errors() == 0) {
                    Double tail = trial.figures().response().p99Ms();
                    p50.put(trial.strategy(), trial.figures().response().p50Ms() / floorMs);
                    p99.put(trial.strategy(), tail == null ? Double.NaN : tail / floorMs);
                }
            }
            String note = Format.text("floor %.1f ms", floorMs);
            boolean boxed = layout == Layout.BOXED;
            figures.add(best(layout.label() + ": p50", Target.atMost(boxed ? 1.10 : 1.05), p50, note));
            figures.add(best(layout.label() + ": p99", Target.atMost(boxed ? 1.5 : 1.2), p99, note));
        }
        return figures;
    }

    /** The lowest of a percentile over strategies without errors; NaN is one with too few requests for it. */
    static Figure best(String percentile, Target target, Map<String, Double> overFloor, String note) {
        String name = percentile + " over the floor, best strategy";
        double least = overFloor.values().stream().min(Double::compare).orElse(Double.NaN);
        if (Double.isNaN(least)) {
            return Figure.failed(name, target, note + (overFloor.isEmpty()
                    ? "; no strategy answered all requests" : "; too few requests for a percentile this high"));
        }
        String others = overFloor.entrySet().stream()
                .map(strategy -> strategy.getKey() + " " + Format.fixed(strategy.getValue(), 2))
                .collect(Collectors.joining(", "));
        return Figure.of(name, target, least, " ×", note + "; " + others);
    }

    static List<Figure> runner(BenchContext context) throws Exception {
        List<Double> cores = new ArrayList<>();
        List<Double> lags = new ArrayList<>();
        for (Layout layout : Layout.values()) {
            for (MeasuredTrial trial : context.standard(layout).trials()) {
                Double injector = trial.figures().resources().injectorCores();
                Double mock = trial.figures().resources().mockCores();
                if (injector != null && mock != null) {
                    cores.add(injector + mock);
                }
                lags.add(trial.figures().instruments().startLagP99Ms());
            }
        }
        if (cores.isEmpty()) {
            throw new IOException("no trial tells what injector and mock took");
        }
        return List.of(
                Figure.median("injector and mock-api", Target.atMost(0.25), cores, " cores", "over all trials"),
                Figure.median("start lag p99", Target.atMost(5), lags, " ms", "over all trials"),
                nineStrategies(context));
    }

    /**
     * Computed from two short comparisons, of one strategy and of three: their difference is the cost of a trial, and the
     * rest is the cost of a comparison.
     */
    private static Figure nineStrategies(BenchContext context) throws Exception {
        Work light = Work.article(BenchContext.UPSTREAM_DELAY, 0.5, Layout.BOXED);
        Timed one = context.compare("runner-1", BenchContext.STRATEGIES.subList(0, 1), light, SHORT, 1);
        Timed three = context.compare("runner-3", BenchContext.STRATEGIES, light, SHORT, 1);
        double trial = (three.seconds() - one.seconds()) / 2;
        double once = one.seconds() - trial;
        double more = trial - seconds(SHORT.span());
        double span = seconds(USUAL.span());
        double all = once + MAX_CALIBRATION_SECONDS - seconds(SHORT.warmUp().total()) + NINE * (span + more);
        return Figure.of("nine strategies over the sum of warm-up and measuring", Target.atMost(1.25),
                all / (NINE * span), " ×",
                Format.text("%.0f s; a trial costs %.1f s beside its %.0f s, a comparison %.1f s once",
                        all, more, span, once));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
