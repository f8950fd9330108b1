package io.birdseye.report.result;

import static io.birdseye.report.result.Merged.Rule.MAX;
import static io.birdseye.report.result.Merged.Rule.MEDIAN;
import static io.birdseye.report.result.Merged.Rule.SUM;

import io.birdseye.model.Format;
import java.util.List;

/**
 * How the calls of a scenario were made that says more of them than their latency. Two calls in turn are one of a trial's
 * tasks; here each stands by itself.
 */
public record UpstreamCalls(List<Call> calls, List<Pool> pools) {

    public UpstreamCalls {
        calls = List.copyOf(calls);
        pools = List.copyOf(pools);
    }

    /**
     * One call.
     *
     * @param runMs its mean time, attempts and all, without the wait for its pool
     * @param attempts on average, on the wire
     * @param timeoutShare attempts that took too long, per call
     */
    public record Call(
            String name,
            @Merged(SUM) long calls,
            @Merged(MEDIAN) double runMs,
            @Merged(MEDIAN) double attempts,
            @Merged(MEDIAN) double timeoutShare) {}

    /**
     * A pool that all requests share.
     *
     * @param peak places taken at once, at most
     * @param busyShare of all places, that calls held on average
     * @param waited calls whose place was not free when they came
     * @param gaveUp calls that got no place
     * @param waitMs the mean wait of all its calls
     */
    public record Pool(
            String name,
            @Merged(MAX) int places,
            @Merged(MAX) int peak,
            @Merged(MEDIAN) double busyShare,
            @Merged(SUM) long calls,
            @Merged(SUM) long waited,
            @Merged(SUM) long gaveUp,
            @Merged(MEDIAN) double waitMs,
            @Merged(MAX) double longestWaitMs) {

        /** Above this share of its places, whoever comes finds none: a pool, and no strategy, sets the pace. */
        private static final double FULL = 0.9;

        /** {@code Pool 'db': 2 of 2 places used, held 98 % of the time. Of 60 calls 55 waited …} */
        public String inWords() {
            return "Pool '" + name + "': at most " + peak + " of " + Format.count(places, "place") + " used, held "
                    + Format.percent(busyShare) + " of the time. Of " + Format.count(calls, "call") + " " + waited + " waited, "
                    + Format.ms(waitMs) + " on average over all and " + Format.ms(longestWaitMs) + " at most; " + gaveUp
                    + " gave up without a place.";
        }

        /** Whether nearly all of its places were held all the time, and most calls had to wait. */
        public boolean limits() {
            return busyShare >= FULL && 2 * waited > calls;
        }
    }
}
