package io.birdseye.planning.production;

import io.birdseye.model.Format;
import io.birdseye.model.Latency;

/** Sentences that stand beside a drafted value, so that a reader sees how far it can be trusted. */
final class Remarks {

    /** Fewer calls have no p99. */
    private static final int ENOUGH_FOR_P99 = 100;

    private Remarks() {}

    static String fit(LatencyFit fit) {
        String observed = "Of " + Format.count(fit.count(), "call") + ": p50 " + Format.ms(fit.p50Ms());
        if (fit.count() < ENOUGH_FOR_P99) {
            return observed + ", longest about " + Format.ms(fit.p99Ms()) + "; 100 are needed for a p99.";
        }
        return observed + ", p99 " + (fit.p99AtLeast() ? "above " : "") + Format.ms(fit.p99Ms())
                + (fit.latency() instanceof Latency.Fixed ? "." : "; that of this line is " + Format.ms(fit.fittedP99Ms()) + ".");
    }
}
