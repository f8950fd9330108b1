package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.time.Duration;
import java.util.List;

/** TR-3. */
final class CoroutinesStillNeedThreads implements Claim {

    static final String EXECUTE = "tr/io/64-execute";
    static final String ENQUEUE = "tr/io/64-enqueue";
    static final String ENQUEUE_64 = "tr/io/64-enqueue-64-per-host";

    private static final int CALLS = 64;
    private static final int NEARLY_ALL = 60;

    @Override
    public ClaimText text() {
        return new ClaimText("TR-3", Article.TR,
                "64 calls in coroutines over a blocking client use 64 threads, and OkHttp's enqueue as many threads as "
                        + "calls.",
                "64 threads; \"as many threads as calls\"",
                "The client's queue hands each call to an executor of its own, and a call blocks its thread.",
                "64 calls at once with execute and with enqueue; live threads counted by pool.",
                "Confirmed if at least 60 threads make the calls with execute and with enqueue; refuted if either is "
                        + "fewer.",
                "Only the queue's limit changes, from the default of 5 calls for each host to 64. Confirmed if then at "
                        + "least 60 threads make the calls: one for each call that is let through.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return List.of(
                TruthExperiment.io(effort, EXECUTE, IoProbe.Client.EXECUTE, CALLS),
                TruthExperiment.io(effort, ENQUEUE, IoProbe.Client.ENQUEUE, CALLS)
                        // Five calls at a time: one run takes as long as all others together.
                        .runs(2)
                        .takes(Duration.ofMillis(1500 + 26L * TruthExperiment.delayMillis(effort)),
                                Duration.ofMinutes(4)),
                TruthExperiment.io(effort, ENQUEUE_64, IoProbe.Client.ENQUEUE, CALLS).with("perHost", CALLS));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return all(
                above("threads with execute", measurements.value(EXECUTE, "taskThreads"), NEARLY_ALL),
                above("threads with enqueue", measurements.value(ENQUEUE, "okHttpThreads"), NEARLY_ALL));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return above("threads with enqueue and 64 for each host", measurements.value(ENQUEUE_64, "okHttpThreads"),
                NEARLY_ALL)
                .beside("time with 5 / with 64 for each host", measurements.ratio("totalMs", ENQUEUE, ENQUEUE_64));
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return cause == Verdict.Kind.CONFIRMED
                ? "The queue does use a thread for each call it lets through, but it lets only five through for each "
                        + "host unless told otherwise, and the calls take that much longer."
                : "How the client's queue uses threads is shown by raising its limit.";
    }
}
