package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.experiments.truths.IoProbe.Client;

/** TR-4. */
final class NativeClientNeedsThreads {

    static final Variant TOGETHER = cold("64-ktor", Client.KTOR);
    static final Variant STAGGERED = cold("64-ktor-staggered", Client.KTOR)
            .but((experiment, effort) -> experiment.with("staggerMs", 10));
    static final Variant OWN = cold("64-ktor-own-threads", Client.KTOR_OWN_THREADS);

    private NativeClientNeedsThreads() {}

    private static Variant cold(String name, Client client) {
        return IoProbe.variant(name, client, 64).but((experiment, effort) -> experiment.with("warmups", 0));
    }

    static Claim claim() {
        return Claim.of("TR-4", "A coroutine-native client (Ktor CIO) needs nearly as many threads as calls, and half "
                        + "as many when launches are 10 ms apart.",
                        "64 calls: 53 threads, 2,951 ms; 10 ms apart: 27 threads, 3,055 ms")
                .publishedCause("Workers are briefly busy sending, so the scheduler makes more at once; and the "
                        + "engine's dispatcher cannot be set.")
                .test("64 calls at once and 10 ms apart; live threads of the coroutine scheduler counted.",
                        TOGETHER, STAGGERED, OWN)
                .effect("Confirmed if there are more than 32 threads for 64 calls at once and less than 0.75 times as "
                        + "many with launches 10 ms apart.", m -> all(
                                above("scheduler threads, 64 at once", m.value(TOGETHER, "dispatcherThreads"), 32),
                                below("scheduler threads, 10 ms apart / at once",
                                        m.ratio("dispatcherThreads", STAGGERED, TOGETHER), 0.75))
                                .beside("time, 10 ms apart / at once", m.ratio("totalMs", STAGGERED, TOGETHER)))
                .cause("Only the engine's dispatcher changes, to two threads of ours. Refuted if all calls are "
                        + "answered and the scheduler then makes less than half as many threads; confirmed if it makes "
                        + "more.", m ->
                                above("scheduler threads: engine on two threads of ours / on its own choice",
                                        m.ratio("dispatcherThreads", OWN, TOGETHER), 0.5)
                                        .beside("engine threads", m.value(OWN, "engineThreads"))
                                        .beside("time, own threads / default", m.ratio("totalMs", OWN, TOGETHER)))
                .causeMeans("Setting the engine's dispatcher does not bring the number of threads down here.",
                        "The engine's dispatcher can be set; two threads of ours serve all 64 calls, and the scheduler "
                                + "makes far fewer.",
                        "What setting the engine's dispatcher changes is not settled here.")
                .build();
    }
}
