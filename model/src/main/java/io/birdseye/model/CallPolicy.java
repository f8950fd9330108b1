package io.birdseye.model;

import java.time.Duration;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * How a call is made: in which share of the requests, through which pool, how long one attempt may take, and when it is
 * made again. A call that is not made takes no time, and nothing follows it in its chain.
 *
 * @param timeout of an attempt, from its place in the pool on; null for none but the deadline of the request
 */
public record CallPolicy(double probability, @Nullable Pool pool, @Nullable Duration timeout, Retry retry) {

    /** Made once in each request, and awaited as long as the request lives. */
    public static final CallPolicy ONCE = new CallPolicy(1, null, null, Retry.NEVER);

    public CallPolicy {
        if (!(probability >= 0 && probability <= 1)) {
            throw new IllegalArgumentException("a probability must be from 0 to 1, but is " + probability);
        }
    }

    /**
     * Places that all requests share, such as the connections to a database. A call holds one while it lasts, attempts
     * and all; calls wait in the order in which they came.
     *
     * @param longestWait after which a call that has no place fails; null to wait as long as the request lives
     */
    public record Pool(String name, int size, @Nullable Duration longestWait) {

        public Pool {
            if (size < 1) {
                throw new IllegalArgumentException("pool '" + name + "' must have at least 1 place, but has " + size);
            }
        }
    }

    /** How often a call that failed is made again, at once, and after which failures: {@link #TIMEOUT}, {@link #CONNECTION}, or HTTP statuses. */
    public record Retry(int times, Set<String> on) {

        public static final String TIMEOUT = "timeout";

        /** It was not reached, broke, or answered what is no HTTP. */
        public static final String CONNECTION = "connection";

        public static final Retry NEVER = new Retry(0, Set.of());

        public Retry {
            on = Set.copyOf(on);
        }

        /** What usually passes: no answer in time, or "try again" in the answer's own words. */
        public static Retry times(int times) {
            return new Retry(times, Set.of(TIMEOUT, "503"));
        }

        /** How many attempts a call takes on average where this share of them is made again. */
        public double attempts(double again) {
            return IntStream.rangeClosed(0, times).mapToDouble(i -> Math.pow(again, i)).sum();
        }

        /** The share of calls that fail where this share of the attempts is made again, and that one fails for good. */
        public double failing(double again, double never) {
            return never * attempts(again) + Math.pow(again, times + 1);
        }
    }
}
