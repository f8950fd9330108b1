package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import io.birdseye.experiments.truths.Computation.Randoms;
import java.util.List;

/** TR-1. */
final class EightAreNotParallel implements Claim {

    private static final int TASKS = 8;

    /** The published 1,815 ms are 4.4 times 413 ms on eight cores; a quarter over the ideal counts. */
    private static final double OVER_IDEAL = 1.25;

    @Override
    public ClaimText text() {
        return new ClaimText("TR-1", Article.TR,
                "Eight computations at once take far longer than one alone, although there are eight cores.",
                "413 ms alone, 1,815 ms eight at once (4.4 times), 2,614 ms pinned one per core",
                "The tasks hog the cores, and memory is the choke point, since results go to the stack.",
                "The same computation in coroutines on an executor: alone, eight at once, with the shared generator of "
                        + "Math.random() and with one for each thread. The ideal is eight times the time of one, "
                        + "divided by the cores, and never less than one.",
                "Confirmed if eight at once take more than 1.25 times the ideal.",
                "Only the random generator changes: memory and cores are used as before. Confirmed if eight with a "
                        + "generator of their own still take more than 1.25 times the ideal; refuted if not.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return List.of(
                TruthExperiment.compute(effort, TruthExperiment.ALONE, 1, Randoms.SHARED, Placement.FREE),
                TruthExperiment.compute(effort, TruthExperiment.EIGHT, TASKS, Randoms.SHARED, Placement.FREE),
                TruthExperiment.compute(effort, TruthExperiment.ALONE_LOCAL, 1, Randoms.LOCAL, Placement.FREE),
                TruthExperiment.compute(effort, TruthExperiment.EIGHT_LOCAL, TASKS, Randoms.LOCAL, Placement.FREE));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return above("eight at once over the ideal, shared generator",
                overIdeal(measurements, TruthExperiment.EIGHT, TruthExperiment.ALONE), OVER_IDEAL);
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return above("eight at once over the ideal, a generator for each thread",
                overIdeal(measurements, TruthExperiment.EIGHT_LOCAL, TruthExperiment.ALONE_LOCAL), OVER_IDEAL)
                .beside("eight at once: shared / own generators", measurements.ratio("totalMs",
                        TruthExperiment.EIGHT, TruthExperiment.EIGHT_LOCAL));
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return cause == Verdict.Kind.REFUTED
                ? "With a random generator for each thread the same tasks share the cores as they should: the shared "
                        + "generator of Math.random() was in the way, not the memory."
                : "Whether the generator or the machine is in the way is shown by giving each thread its own.";
    }

    private static Estimate overIdeal(Measurements measurements, String eight, String alone) {
        double cores = measurements.value(alone, "cores").value();
        double ideal = Math.max(1, TASKS / cores);
        return measurements.ratio("totalMs", eight, alone).times(1 / ideal);
    }
}
