package io.birdseye.experiments.android;

import static io.birdseye.experiments.android.HundredActionsProbe.variant;

import io.birdseye.experiments.android.Framework.Threads;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;
import java.util.Set;

/** AN-4. */
final class WorkStealingWins {

    private static final Set<Framework> STEALING = Set.of(Framework.STEAL_CPU, Framework.STEAL_IO);

    private WorkStealingWins() {}

    static Claim claim() {
        return Claim.of("AN-4", "For lists, and for mixed actions, a work-stealing executor wins; frameworks on one "
                        + "thread come last and the direct call in the middle.", "an order, no figures")
                .publishedCause("Idle threads steal what others have queued.")
                .test("JMH: a hundred list, mixed and arithmetic actions in every way, in fresh forks.",
                        variant(Action.ARITHMETIC), variant(Action.LISTS), variant(Action.MIXED))
                .effect("Confirmed if the best work-stealing executor is faster than any other framework for lists and "
                        + "for mixed actions, and for lists the direct call is slower than the fastest and faster "
                        + "than the fastest framework on one thread.", WorkStealingWins::effect)
                .cause("Stealing can help only where actions differ in cost. Only that changes: list actions differ, "
                        + "arithmetic ones do not. Confirmed if work stealing takes less than 0.95 of the fixed "
                        + "executor's time for lists and that advantage is at least 5 % smaller for arithmetic.",
                        WorkStealingWins::cause)
                .causeMeans("Where actions differ in cost, stealing evens them out.",
                        "A fixed pool's shared queue evens out unequal actions too, so stealing explains no lead here.",
                        "Whether stealing evens out unequal actions better is not settled here.")
                .picture(m -> new ActionTimes(m, Action.LISTS).chart())
                .build();
    }

    private static Verdict effect(Measurements measured) {
        ActionTimes lists = new ActionTimes(measured, Action.LISTS);
        Framework fastest = lists.fastest(framework -> true);
        Framework oneThread = lists.fastest(framework -> framework.threads() == Threads.ONE);
        return Verdict.all(
                stealingFirst(lists),
                stealingFirst(new ActionTimes(measured, Action.MIXED)),
                lists.above(Framework.DIRECT, fastest, 1),
                lists.below(Framework.DIRECT, oneThread, 1));
    }

    private static Verdict stealingFirst(ActionTimes times) {
        Framework stealing = times.fastest(STEALING::contains);
        Framework other = times.fastest(framework -> !STEALING.contains(framework));
        return times.below(stealing, other, 1);
    }

    private static Verdict cause(Measurements measured) {
        ActionTimes unequal = new ActionTimes(measured, Action.LISTS);
        ActionTimes equal = new ActionTimes(measured, Action.ARITHMETIC);
        double advantage = unequal.ratio(Framework.STEAL_CPU, Framework.FIXED_CPU).value();
        return Verdict.all(
                unequal.below(Framework.STEAL_CPU, Framework.FIXED_CPU, 0.95),
                equal.above(Framework.STEAL_CPU, Framework.FIXED_CPU, advantage * 1.05));
    }
}
