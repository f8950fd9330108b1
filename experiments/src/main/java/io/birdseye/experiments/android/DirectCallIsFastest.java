package io.birdseye.experiments.android;

import static io.birdseye.experiments.android.HundredActionsProbe.variant;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;
import java.util.Set;

/** AN-1. */
final class DirectCallIsFastest {

    private static final Set<Framework> FIXED = Set.of(Framework.FIXED_CPU, Framework.FIXED_IO);

    private DirectCallIsFastest() {}

    static Claim claim() {
        return Claim.of("AN-1", "For arithmetic, calling directly is about 70 times as fast as the nearest framework; "
                        + "executors with a fixed number of threads are second and third.",
                        "about 70 times; places 2 and 3: fixed executors")
                .publishedCause("Handing an action to a framework costs about ten times as much as such an action.")
                .test("JMH: a hundred arithmetic actions in every way, in fresh forks; the same with list actions, "
                        + "which cost much more each.", variant(Action.ARITHMETIC), variant(Action.LISTS))
                .effect("Confirmed if the nearest framework takes 35 to 140 times as long, and the slower fixed "
                        + "executor less time than any other framework.", DirectCallIsFastest::effect)
                .cause("Only the cost of the action changes. Confirmed if RxJava on one thread takes more than 10 "
                        + "times as long as the direct call for arithmetic, and less than 3 times for lists.",
                        m -> Verdict.all(
                                new ActionTimes(m, Action.ARITHMETIC).above(Framework.RX_ONE, Framework.DIRECT, 10),
                                new ActionTimes(m, Action.LISTS).below(Framework.RX_ONE, Framework.DIRECT, 3)))
                .causeMeans("What is paid for is the hand-over; it stands out only while the action itself costs next "
                        + "to nothing.",
                        "The cost of the hand-over alone does not explain the distance on this machine.",
                        "Whether the cost of the hand-over explains the distance is not settled here.")
                .picture(m -> new ActionTimes(m, Action.ARITHMETIC).chart())
                .build();
    }

    private static Verdict effect(Measurements measured) {
        ActionTimes times = new ActionTimes(measured, Action.ARITHMETIC);
        Framework nearest = times.fastest(framework -> true);
        Framework slowerFixed = times.slowest(FIXED::contains);
        Framework other = times.fastest(framework -> !FIXED.contains(framework));
        return Verdict.all(
                times.between(nearest, Framework.DIRECT, 35, 140),
                times.below(slowerFixed, other, 1));
    }
}
