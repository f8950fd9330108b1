package io.birdseye.experiments.android;

import static io.birdseye.experiments.android.Framework.COROUTINE_CPU;
import static io.birdseye.experiments.android.Framework.COROUTINE_IO;
import static io.birdseye.experiments.android.Framework.COROUTINE_ONE;
import static io.birdseye.experiments.android.Framework.FLOW_CPU;
import static io.birdseye.experiments.android.Framework.FLOW_IO;
import static io.birdseye.experiments.android.Framework.FLOW_ONE;
import static io.birdseye.experiments.android.Framework.RX_CPU;
import static io.birdseye.experiments.android.Framework.RX_IO;
import static io.birdseye.experiments.android.Framework.RX_ONE;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;

/** AN-2. */
final class FlowCostsMost {

    private FlowCostsMost() {}

    static Claim claim() {
        return Claim.of("AN-2", "Flow costs most per action; coroutines beat RxJava on one thread and RxJava passes "
                        + "them as threads grow.", "an order, no figures")
                .test("JMH: a hundred arithmetic actions in every way, in fresh forks.",
                        HundredActionsProbe.variant(Action.ARITHMETIC))
                .effect("Confirmed if Flow is slower than coroutines and RxJava with one, CPU and I/O threads, "
                        + "coroutines are faster than RxJava on one thread, and RxJava faster with CPU and with I/O "
                        + "threads.", FlowCostsMost::effect)
                .noPublishedCause("None is published.")
                .effectMeans("A flow for a single action is machinery for a stream, and pays for it.",
                        "The published order does not hold with today's versions of the libraries.",
                        "The order of Flow, coroutines and RxJava is not settled here.")
                .picture(m -> new ActionTimes(m, Action.ARITHMETIC).chart())
                .build();
    }

    private static Verdict effect(Measurements measured) {
        ActionTimes times = new ActionTimes(measured, Action.ARITHMETIC);
        return Verdict.all(
                times.above(FLOW_ONE, COROUTINE_ONE, 1), times.above(FLOW_ONE, RX_ONE, 1),
                times.above(FLOW_CPU, COROUTINE_CPU, 1), times.above(FLOW_CPU, RX_CPU, 1),
                times.above(FLOW_IO, COROUTINE_IO, 1), times.above(FLOW_IO, RX_IO, 1),
                times.below(COROUTINE_ONE, RX_ONE, 1),
                times.above(COROUTINE_CPU, RX_CPU, 1), times.above(COROUTINE_IO, RX_IO, 1));
    }
}
