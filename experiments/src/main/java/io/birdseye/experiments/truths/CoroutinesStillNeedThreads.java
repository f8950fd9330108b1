package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.experiments.truths.IoProbe.Client;
import java.time.Duration;

/** TR-3. */
final class CoroutinesStillNeedThreads {

    static final Variant EXECUTE = IoProbe.variant("64-execute", Client.EXECUTE, 64);
    /** Five calls at a time: one run takes as long as all others together. */
    static final Variant ENQUEUE = IoProbe.variant("64-enqueue", Client.ENQUEUE, 64)
            .but((experiment, effort) -> experiment.runs(2).takes(
                    Duration.ofMillis(1500 + 26L * IoProbe.delayMillis(effort)), Duration.ofMinutes(4)));
    static final Variant ENQUEUE_64 = IoProbe.variant("64-enqueue-64-per-host", Client.ENQUEUE, 64)
            .but((experiment, effort) -> experiment.with("perHost", 64));

    private static final int NEARLY_ALL = 60;

    private CoroutinesStillNeedThreads() {}

    static Claim claim() {
        return Claim.of("TR-3", "64 calls in coroutines over a blocking client use 64 threads, and OkHttp's enqueue as "
                        + "many threads as calls.", "64 threads; \"as many threads as calls\"")
                .publishedCause("The client's queue hands each call to an executor of its own, and a call blocks its "
                        + "thread.")
                .test("64 calls at once with execute and with enqueue; live threads counted by pool.",
                        EXECUTE, ENQUEUE, ENQUEUE_64)
                .effect("Confirmed if at least 60 threads make the calls with execute and with enqueue; refuted if "
                        + "either is fewer.", m -> all(
                                above("threads with execute", m.value(EXECUTE, "taskThreads"), NEARLY_ALL),
                                above("threads with enqueue", m.value(ENQUEUE, "okHttpThreads"), NEARLY_ALL)))
                .cause("Only the queue's limit changes, from the default of 5 calls for each host to 64. Confirmed if "
                        + "then at least 60 threads make the calls: one for each call that is let through.", m ->
                                above("threads with enqueue and 64 for each host", m.value(ENQUEUE_64, "okHttpThreads"),
                                        NEARLY_ALL)
                                        .beside("time with 5 / with 64 for each host",
                                                m.ratio("totalMs", ENQUEUE, ENQUEUE_64)))
                .meaning((effect, cause) -> cause == Kind.CONFIRMED
                        ? "The queue does use a thread for each call it lets through, but it lets only five through "
                                + "for each host unless told otherwise, and the calls take that much longer."
                        : "How the client's queue uses threads is shown by raising its limit.")
                .build();
    }
}
