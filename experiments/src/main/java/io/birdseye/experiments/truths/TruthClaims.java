package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;
import static io.birdseye.experiments.truths.ComputeProbe.ALONE;
import static io.birdseye.experiments.truths.ComputeProbe.ALONE_LOCAL;
import static io.birdseye.experiments.truths.ComputeProbe.EIGHT;
import static io.birdseye.experiments.truths.ComputeProbe.EIGHT_LOCAL;
import static io.birdseye.experiments.truths.ComputeProbe.EIGHT_LOCAL_PINNED;
import static io.birdseye.experiments.truths.ComputeProbe.EIGHT_PINNED;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Coroutines;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The claims of the article on concurrency and parallelism. */
public final class TruthClaims {

    private TruthClaims() {}

    public static List<Claim> claims() {
        // The published 1,815 ms are 4.4 times 413 ms on eight cores; a quarter over the ideal counts.
        double over = 1.25;
        double nearlyAll = 60;
        return List.of(
                Claim.of("TR-1", ALONE, EIGHT, ALONE_LOCAL, EIGHT_LOCAL)
                        .effect(m -> above("eight at once over the ideal, shared generator", overIdeal(m, EIGHT, ALONE), over))
                        .cause(m -> above("eight at once over the ideal, a generator for each thread",
                                overIdeal(m, EIGHT_LOCAL, ALONE_LOCAL), over)
                                .explain("eight at once: shared / own generators", m.ratio("totalMs", EIGHT, EIGHT_LOCAL))),
                Claim.of("TR-2", IoProbe.ONE, IoProbe.EIGHT, IoProbe.EIGHT_ON_ONE_CORE, IoProbe.EIGHT_SPREAD)
                        .effect(m -> all(
                                overOne("eight / one", m, IoProbe.EIGHT),
                                overOne("eight on one core / one", m, IoProbe.EIGHT_ON_ONE_CORE),
                                overOne("eight spread / one", m, IoProbe.EIGHT_SPREAD)))
                        .cause(m -> below("CPU time / time, eight on one core",
                                m.ratio(IoProbe.EIGHT_ON_ONE_CORE, "cpuMs", "totalMs"), 0.25)),
                Claim.of("TR-3", IoProbe.EXECUTE, IoProbe.ENQUEUE, IoProbe.ENQUEUE_64_PER_HOST)
                        .effect(m -> all(
                                above("threads with execute", m.value(IoProbe.EXECUTE, "taskThreads"), nearlyAll),
                                above("threads with enqueue", m.value(IoProbe.ENQUEUE, "okHttpThreads"), nearlyAll)))
                        .cause(m -> above("threads with enqueue and 64 for each host",
                                m.value(IoProbe.ENQUEUE_64_PER_HOST, "okHttpThreads"), nearlyAll)
                                .explain("time with 5 / with 64 for each host",
                                        m.ratio("totalMs", IoProbe.ENQUEUE, IoProbe.ENQUEUE_64_PER_HOST))),
                Claim.of("TR-4", IoProbe.KTOR, IoProbe.KTOR_STAGGERED, IoProbe.KTOR_OWN_THREADS)
                        .effect(m -> all(
                                above("scheduler threads, 64 at once", m.value(IoProbe.KTOR, "dispatcherThreads"), 32),
                                below("scheduler threads, 10 ms apart / at once",
                                        m.ratio("dispatcherThreads", IoProbe.KTOR_STAGGERED, IoProbe.KTOR), 0.75))
                                .explain("time, 10 ms apart / at once",
                                        m.ratio("totalMs", IoProbe.KTOR_STAGGERED, IoProbe.KTOR)))
                        .cause(m -> above("scheduler threads: engine on two threads of ours / on its own choice",
                                m.ratio("dispatcherThreads", IoProbe.KTOR_OWN_THREADS, IoProbe.KTOR), 0.5)
                                .explain("engine threads", m.value(IoProbe.KTOR_OWN_THREADS, "engineThreads"))
                                .explain("time, own threads / default",
                                        m.ratio("totalMs", IoProbe.KTOR_OWN_THREADS, IoProbe.KTOR))),
                Claim.of("TR-5", DelayProbe.SUSPENDED, DelayProbe.BLOCKING)
                        .effect(m -> below("64 delays / one", m.ratio(DelayProbe.SUSPENDED, "totalMs", "delayMs"), 1.2))
                        .cause(m -> above("8 sleeps / one", m.ratio(DelayProbe.BLOCKING, "totalMs", "delayMs"), 6)),
                Claim.of("TR-6", EIGHT, EIGHT_PINNED, EIGHT_LOCAL, EIGHT_LOCAL_PINNED)
                        .effect(m -> above("pinned / free, shared generator", m.ratio("totalMs", EIGHT_PINNED, EIGHT), 1.1))
                        .cause(TruthClaims::coresDiffer));
    }

    private static MeasuredValue overIdeal(Measurements measured, Variant eight, Variant alone) {
        double cores = measured.value(alone, "cores").value();
        return measured.ratio("totalMs", eight, alone).times(1 / Math.max(1, 8 / cores));
    }

    private static Verdict overOne(String what, Measurements measured, Variant eight) {
        return between(what, measured.ratio("totalMs", eight, IoProbe.ONE), 0.8, 1.25);
    }

    private static Verdict coresDiffer(Measurements measured) {
        Verdict slower = above("pinned / free, a generator for each thread",
                measured.ratio("totalMs", EIGHT_LOCAL_PINNED, EIGHT_LOCAL), 1.1);
        boolean alike = measured.value(EIGHT_PINNED, "coreKinds").value() < 1.5;
        if (!alike) {
            return slower;
        }
        return switch (slower.kind()) {
            case CONFIRMED -> slower.not();
            case NOT_REPRODUCED -> Verdict.notTestable("all cores of this machine are alike; " + slower.reason());
            case INCONCLUSIVE, NOT_TESTABLE -> slower;
        };
    }

    /** Waits in many coroutines on one thread, suspended or blocking it. Records {@code totalMs}. */
    public record DelayProbe(int tasks, int delayMs, boolean blocking, int repeats) implements Probe {

        static final Variant SUSPENDED = variant("64-suspended", 64, 500, 2000, false);
        static final Variant BLOCKING = variant("8-blocking", 8, 100, 500, true);

        private static Variant variant(String name, int tasks, int quickMillis, int fullMillis, boolean blocking) {
            return Variant.of("tr/delay/" + name, effort -> {
                int millis = effort.pick(quickMillis, fullMillis);
                return Experiment.of(new DelayProbe(tasks, millis, blocking, 3))
                        .runs(effort.pick(2, 3))
                        .takes(0.5 + 0.003 * (blocking ? tasks : 1) * millis, 60);
            });
        }

        @Override
        public void measure(ProbeContext context) throws Exception {
            try (ExecutorService one = Executors.newSingleThreadExecutor()) {
                Coroutines.delays(1, 1, one); // loads the classes
                context.repeat(0, repeats, () -> context.time("totalMs", () -> {
                    if (blocking) {
                        Coroutines.blocking(tasks, one, () -> {
                            Thread.sleep(delayMs);
                            return delayMs;
                        });
                    } else {
                        Coroutines.delays(tasks, delayMs, one);
                    }
                }));
                context.record("delayMs", delayMs);
            }
        }
    }
}
