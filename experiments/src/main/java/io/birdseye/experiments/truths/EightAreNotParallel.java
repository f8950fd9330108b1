package io.birdseye.experiments.truths;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.truths.ComputeProbe.ALONE;
import static io.birdseye.experiments.truths.ComputeProbe.ALONE_LOCAL;
import static io.birdseye.experiments.truths.ComputeProbe.EIGHT;
import static io.birdseye.experiments.truths.ComputeProbe.EIGHT_LOCAL;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;

/** TR-1. */
final class EightAreNotParallel {

    /** The published 1,815 ms are 4.4 times 413 ms on eight cores; a quarter over the ideal counts. */
    private static final double OVER_IDEAL = 1.25;

    private EightAreNotParallel() {}

    static Claim claim() {
        return Claim.of("TR-1", "Eight computations at once take far longer than one alone, although there are eight "
                        + "cores.", "413 ms alone, 1,815 ms eight at once (4.4 times), 2,614 ms pinned one per core")
                .publishedCause("The tasks hog the cores, and memory is the choke point, since results go to the "
                        + "stack.")
                .test("The same computation in coroutines on an executor: alone, eight at once, with the shared "
                        + "generator of Math.random() and with one for each thread. The ideal is eight times the time "
                        + "of one, divided by the cores, and never less than one.",
                        ALONE, EIGHT, ALONE_LOCAL, EIGHT_LOCAL)
                .effect("Confirmed if eight at once take more than 1.25 times the ideal.", m ->
                        above("eight at once over the ideal, shared generator", overIdeal(m, EIGHT, ALONE), OVER_IDEAL))
                .cause("Only the random generator changes: memory and cores are used as before. Confirmed if eight "
                        + "with a generator of their own still take more than 1.25 times the ideal; refuted if not.",
                        m -> above("eight at once over the ideal, a generator for each thread",
                                overIdeal(m, EIGHT_LOCAL, ALONE_LOCAL), OVER_IDEAL)
                                .beside("eight at once: shared / own generators",
                                        m.ratio("totalMs", EIGHT, EIGHT_LOCAL)))
                .meaning((effect, cause) -> cause == Kind.REFUTED
                        ? "With a random generator for each thread the same tasks share the cores as they should: the "
                                + "shared generator of Math.random() was in the way, not the memory."
                        : "Whether the generator or the machine is in the way is shown by giving each thread its own.")
                .build();
    }

    private static MeasuredValue overIdeal(Measurements measured, Variant eight, Variant alone) {
        double cores = measured.value(alone, "cores").value();
        return measured.ratio("totalMs", eight, alone).times(1 / Math.max(1, 8 / cores));
    }
}
