package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.List;

/** TR-4. */
final class NativeClientNeedsThreads implements Claim {

    static final String TOGETHER = "tr/io/64-ktor";
    static final String STAGGERED = "tr/io/64-ktor-staggered";
    static final String OWN = "tr/io/64-ktor-own-threads";

    private static final int CALLS = 64;
    private static final int HALF = CALLS / 2;

    @Override
    public ClaimText text() {
        return new ClaimText("TR-4", Article.TR,
                "A coroutine-native client (Ktor CIO) needs nearly as many threads as calls, and half as many when "
                        + "launches are 10 ms apart.",
                "64 calls: 53 threads, 2,951 ms; 10 ms apart: 27 threads, 3,055 ms",
                "Workers are briefly busy sending, so the scheduler makes more at once; and the engine's dispatcher "
                        + "cannot be set.",
                "64 calls at once and 10 ms apart; live threads of the coroutine scheduler counted.",
                "Confirmed if there are more than 32 threads for 64 calls at once and less than 0.75 times as many "
                        + "with launches 10 ms apart.",
                "Only the engine's dispatcher changes, to two threads of ours. Refuted if all calls are answered "
                        + "and the "
                        + "scheduler then makes less than half as many threads; confirmed if it makes more.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return List.of(
                TruthExperiment.io(effort, TOGETHER, IoProbe.Client.KTOR, CALLS).with("warmups", 0),
                TruthExperiment.io(effort, STAGGERED, IoProbe.Client.KTOR, CALLS)
                        .with("warmups", 0)
                        .with("staggerMs", 10),
                TruthExperiment.io(effort, OWN, IoProbe.Client.KTOR_OWN_THREADS, CALLS).with("warmups", 0));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return all(
                above("scheduler threads, 64 at once", measurements.value(TOGETHER, "dispatcherThreads"), HALF),
                below("scheduler threads, 10 ms apart / at once",
                        measurements.ratio("dispatcherThreads", STAGGERED, TOGETHER), 0.75))
                .beside("time, 10 ms apart / at once", measurements.ratio("totalMs", STAGGERED, TOGETHER));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return above("scheduler threads: engine on two threads of ours / on its own choice",
                measurements.ratio("dispatcherThreads", OWN, TOGETHER), 0.5)
                .beside("engine threads", measurements.value(OWN, "engineThreads"))
                .beside("time, own threads / default", measurements.ratio("totalMs", OWN, TOGETHER));
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "Setting the engine's dispatcher does not bring the number of threads down here.";
            case REFUTED -> "The engine's dispatcher can be set; two threads of ours serve all 64 calls, and the "
                    + "scheduler makes far fewer.";
            case INCONCLUSIVE, NOT_TESTABLE -> "What setting the engine's dispatcher changes is not settled here.";
        };
    }
}
