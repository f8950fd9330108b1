package io.birdseye.experiments.rxtasks;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.rxtasks.TaskRun.Count;

/** RX-2. */
final class CoroutinesLeadAtFewTasks {

    private CoroutinesLeadAtFewTasks() {}

    static Claim claim() {
        return Claim.of("RX-2", "With 50 to 1,000 tasks coroutines are faster than RxJava 2 (on the emulator; not on "
                        + "the phones).", "up to 44 % less time")
                .test("50 and 500 tasks at once, each way as published, in a cold JVM as the article's app.",
                        TaskRun.publishedRx(Count.FEW), TaskRun.publishedCoroutines(Count.FEW),
                        TaskRun.publishedRx(Count.SOME), TaskRun.publishedCoroutines(Count.SOME))
                .effect("Confirmed if coroutines take less time than RxJava with 50 and with 500 tasks; refuted if "
                        + "they take more with either.", m -> Verdict.all(lead(m, Count.FEW), lead(m, Count.SOME)))
                .noPublishedCause("None is published for this range.")
                .effectMeans("With few tasks, making threads costs more than the client's queue.",
                        "Five calls at once lose more time than making threads costs, except with very few tasks.",
                        "With few tasks both are too close together, or too noisy, to rank.")
                .build();
    }

    private static Verdict lead(Measurements measured, Count tasks) {
        return Verdict.below(tasks.label() + " tasks: coroutines / RxJava",
                measured.ratio("totalMs", TaskRun.publishedCoroutines(tasks), TaskRun.publishedRx(tasks)), 1);
    }
}
