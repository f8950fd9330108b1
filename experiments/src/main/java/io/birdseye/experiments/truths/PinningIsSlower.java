package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import io.birdseye.experiments.truths.Computation.Randoms;
import java.util.List;

/** TR-6. */
final class PinningIsSlower implements Claim {

    private static final int TASKS = 8;

    @Override
    public ClaimText text() {
        return new ClaimText("TR-6", Article.TR,
                "Using all cores by pinning tasks by hand is slower than leaving it to the scheduler.",
                "2,614 ms pinned against 1,884 ms free (1.39 times)",
                "Cores are not equal: small ones are slow, large ones must be woken.",
                "Eight computations, one pinned to each core in turn by sched_setaffinity, against the same left free; "
                        + "and whether the cores here differ at all.",
                "Confirmed if pinned takes more than 1.1 times as long.",
                "Needs cores of different speed: confirmed if they are there and pinning costs more than 1.1 times "
                        + "with a generator for each thread too; where all cores are alike, refuted if pinning costs "
                        + "more than 1.1 times all the same, and otherwise not testable.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return List.of(
                TruthExperiment.compute(effort, TruthExperiment.EIGHT, TASKS, Randoms.SHARED, Placement.FREE),
                TruthExperiment.compute(effort, TruthExperiment.EIGHT_PINNED, TASKS, Randoms.SHARED,
                        Placement.EACH_CORE),
                TruthExperiment.compute(effort, TruthExperiment.EIGHT_LOCAL, TASKS, Randoms.LOCAL, Placement.FREE),
                TruthExperiment.compute(effort, TruthExperiment.EIGHT_LOCAL_PINNED, TASKS, Randoms.LOCAL,
                        Placement.EACH_CORE));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return above("pinned / free, shared generator", measurements.ratio("totalMs",
                TruthExperiment.EIGHT_PINNED, TruthExperiment.EIGHT), 1.1);
    }

    @Override
    public Verdict cause(Measurements measurements) {
        Verdict slower = above("pinned / free, a generator for each thread", measurements.ratio("totalMs",
                TruthExperiment.EIGHT_LOCAL_PINNED, TruthExperiment.EIGHT_LOCAL), 1.1);
        boolean alike = measurements.value(TruthExperiment.EIGHT_PINNED, "coreKinds").value() < 1.5;
        if (!alike) {
            return slower;
        }
        return switch (slower.kind()) {
            case CONFIRMED -> slower.not();
            case REFUTED -> Verdict.notTestable("all cores of this machine are alike; " + slower.reason());
            case INCONCLUSIVE, NOT_TESTABLE -> slower;
        };
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (effect) {
            case CONFIRMED -> "Pinning takes the scheduler's freedom and gives nothing for it.";
            case REFUTED -> "Where all cores are alike, pinning costs nothing; the article's phone has slow and fast "
                    + "ones.";
            case INCONCLUSIVE, NOT_TESTABLE -> "What pinning costs is not settled here.";
        };
    }
}
