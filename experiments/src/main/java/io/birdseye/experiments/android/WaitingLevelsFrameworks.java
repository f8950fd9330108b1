package io.birdseye.experiments.android;

import static io.birdseye.experiments.android.HundredActionsProbe.variant;

import io.birdseye.experiments.android.Framework.Threads;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;

/** AN-5. */
final class WaitingLevelsFrameworks {

    private WaitingLevelsFrameworks() {}

    static Claim claim() {
        return Claim.of("AN-5", "For storage, I/O pools beat CPU pools and those beat one thread, with frameworks "
                        + "about 1 ms apart; for the network, frameworks are within 1 %.",
                        "an order; 1 ms; less than 1 %")
                .publishedCause("The threads only wait: how many there are decides, not which framework owns them.")
                .test("JMH: a hundred storage actions (0.5 to 1.49 ms) and network actions (0 to 99 ms) in every way.",
                        variant(Action.STORAGE), variant(Action.NETWORK))
                .effect("Confirmed if for storage the slowest I/O pool beats the fastest CPU pool and the slowest of "
                        + "those the fastest on one thread, and for the network the slowest I/O pool takes at most 1 % "
                        + "more than the fastest.", WaitingLevelsFrameworks::effect)
                .cause("Only the number of threads changes, then only the framework. Confirmed if a fixed executor of "
                        + "as many threads as cores takes more than twice as long as one of a hundred for storage, and "
                        + "for the network RxJava's I/O scheduler takes within 5 % of that one.", m -> Verdict.all(
                                new ActionTimes(m, Action.STORAGE).above(Framework.FIXED_CPU, Framework.FIXED_IO, 2),
                                new ActionTimes(m, Action.NETWORK)
                                        .between(Framework.RX_IO, Framework.FIXED_IO, 0.95, 1.05)))
                .causeMeans("Waiting costs threads, not framework: the number of threads sets the time.",
                        "More than the number of threads decides here.",
                        "Whether the number of threads alone decides is not settled here.")
                .picture(m -> new ActionTimes(m, Action.STORAGE).chart())
                .build();
    }

    private static Verdict effect(Measurements measured) {
        ActionTimes storage = new ActionTimes(measured, Action.STORAGE);
        ActionTimes network = new ActionTimes(measured, Action.NETWORK);
        return Verdict.all(
                faster(storage, Threads.IO, Threads.CPU),
                faster(storage, Threads.CPU, Threads.ONE),
                network.below(slowest(network, Threads.IO), fastest(network, Threads.IO), 1.01));
    }

    private static Verdict faster(ActionTimes times, Threads many, Threads few) {
        return times.below(slowest(times, many), fastest(times, few), 1);
    }

    private static Framework slowest(ActionTimes times, Threads threads) {
        return times.slowest(framework -> framework.threads() == threads);
    }

    private static Framework fastest(ActionTimes times, Threads threads) {
        return times.fastest(framework -> framework.threads() == threads);
    }
}
