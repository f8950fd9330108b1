package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.measure.Variant;
import java.time.Duration;

/** TR-5. */
final class DelaySuspends {

    static final Variant DELAY = variant("64-suspended", 64, 500, 2000, false);
    static final Variant SLEEP = variant("8-blocking", 8, 100, 500, true);

    private DelaySuspends() {}

    private static Variant variant(String name, int tasks, int quickMillis, int fullMillis, boolean blocking) {
        return Variant.of("tr/delay/" + name, DelayProbe.class, (experiment, effort) -> {
            int millis = effort.pick(quickMillis, fullMillis);
            return experiment
                    .with("tasks", tasks)
                    .with("delayMs", millis)
                    .with("blocking", blocking)
                    .with("repeats", 3)
                    .runs(effort.pick(2, 3))
                    .takes(Duration.ofMillis(500 + 3L * (blocking ? tasks : 1) * millis), Duration.ofSeconds(60));
        });
    }

    static Claim claim() {
        return Claim.of("TR-5", "64 coroutines that each delay 2 s on one thread are done after about 2 s.", "2,110 ms")
                .publishedCause("A delay suspends the coroutine and leaves the thread to the others.")
                .test("64 delays at once on one thread; 8 sleeps that block it.", DELAY, SLEEP)
                .effect("Confirmed if 64 delays take less than 1.2 times one delay; refuted if more.",
                        m -> below("64 delays / one", m.ratio(DELAY, "totalMs", "delayMs"), 1.2))
                .cause("Only the suspending changes: the same coroutines block the thread by sleeping. Confirmed if "
                        + "eight of them take more than 6 times one.",
                        m -> above("8 sleeps / one", m.ratio(SLEEP, "totalMs", "delayMs"), 6))
                .causeMeans("Suspended coroutines share a thread; blocking ones queue for it.",
                        "Suspending alone does not explain the time here.",
                        "Whether suspending explains the time is not settled here.")
                .build();
    }
}
