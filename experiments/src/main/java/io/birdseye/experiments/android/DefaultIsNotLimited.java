package io.birdseye.experiments.android;

import static io.birdseye.experiments.android.HundredActionsProbe.variant;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;

/** AN-3. */
final class DefaultIsNotLimited {

    static final Variant COUNT = Variant.of("an/default-concurrency", DefaultConcurrencyProbe.class,
            (experiment, effort) -> experiment.runs(effort.pick(2, 3)));

    private DefaultIsNotLimited() {}

    static Claim claim() {
        return Claim.of("AN-3", "Dispatchers.Default takes another time with a limit of as many threads as cores than "
                        + "without.", "two different times for the same actions")
                .publishedCause("Dispatchers.Default is not bounded by the number of cores: its scheduler may make "
                        + "millions of threads.")
                .test("JMH: a hundred arithmetic and list actions on Default with and without the limit, in fresh "
                        + "forks; and a count of how many actions Default runs at once.",
                        variant(Action.ARITHMETIC), variant(Action.LISTS), COUNT)
                .effect("Confirmed if for arithmetic or for lists the times differ by more than 10 %; refuted if both "
                        + "lie within 10 %.",
                        m -> Verdict.any(differs(m, Action.ARITHMETIC), differs(m, Action.LISTS)))
                .cause("Only the bound is looked at. Confirmed if Default without a limit runs more than 1.5 times as "
                        + "many parked actions at once as cores (two, on one core); refuted if it runs no more than "
                        + "that.", m -> Verdict.above("actions at once on Default / cores",
                                m.ratio(COUNT, "atOnceWithoutLimit", "allowedByDocumentation"), 1.5))
                .meaning((effect, cause) -> cause == Kind.REFUTED
                        ? "Default runs no more at once than there are cores, and asked for a limit of that many it "
                                + "returns itself since version 1.7; before, a wrapper that costs time."
                        : "Whether the bound makes the difference is not shown here.")
                .build();
    }

    private static Verdict differs(Measurements measured, Action action) {
        return new ActionTimes(measured, action)
                .outside(Framework.COROUTINE_CPU, Framework.COROUTINE_CPU_LIMIT, 1 / 1.1, 1.1);
    }
}
