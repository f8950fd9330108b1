package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.truths.ComputeProbe.EIGHT;
import static io.birdseye.experiments.truths.ComputeProbe.EIGHT_LOCAL;
import static io.birdseye.experiments.truths.ComputeProbe.EIGHT_LOCAL_PINNED;
import static io.birdseye.experiments.truths.ComputeProbe.EIGHT_PINNED;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;

/** TR-6. */
final class PinningIsSlower {

    private PinningIsSlower() {}

    static Claim claim() {
        return Claim.of("TR-6", "Using all cores by pinning tasks by hand is slower than leaving it to the scheduler.",
                        "2,614 ms pinned against 1,884 ms free (1.39 times)")
                .publishedCause("Cores are not equal: small ones are slow, large ones must be woken.")
                .test("Eight computations, one pinned to each core in turn by sched_setaffinity, against the same left "
                        + "free; and whether the cores here differ at all.",
                        EIGHT, EIGHT_PINNED, EIGHT_LOCAL, EIGHT_LOCAL_PINNED)
                .effect("Confirmed if pinned takes more than 1.1 times as long.", m ->
                        above("pinned / free, shared generator", m.ratio("totalMs", EIGHT_PINNED, EIGHT), 1.1))
                .cause("Needs cores of different speed: confirmed if they are there and pinning costs more than 1.1 "
                        + "times with a generator for each thread too; where all cores are alike, refuted if pinning "
                        + "costs more than 1.1 times all the same, and otherwise not testable.", PinningIsSlower::cause)
                .effectMeans("Pinning takes the scheduler's freedom and gives nothing for it.",
                        "Where all cores are alike, pinning costs nothing; the article's phone has slow and fast ones.",
                        "What pinning costs is not settled here.")
                .build();
    }

    private static Verdict cause(Measurements measured) {
        Verdict slower = above("pinned / free, a generator for each thread",
                measured.ratio("totalMs", EIGHT_LOCAL_PINNED, EIGHT_LOCAL), 1.1);
        boolean alike = measured.value(EIGHT_PINNED, "coreKinds").value() < 1.5;
        if (!alike) {
            return slower;
        }
        return switch (slower.kind()) {
            case CONFIRMED -> slower.not();
            case REFUTED -> Verdict.notTestable("all cores of this machine are alike; " + slower.reason());
            case INCONCLUSIVE, NOT_TESTABLE -> slower;
        };
    }
}
