package io.birdseye.fanout;

import java.util.List;

/**
 * When one task of a request was ready, started and ended, in nanoseconds since the request began.
 *
 * @param readyNanos when it could have started: a call at the beginning, a combination when the last call of its group
 *     has ended, the join when the last combination has ended; where tasks follow one another, when the one before has
 *     ended
 * @param startNanos when a thread started it; {@code start - ready} is queueing, and so is the wait for a pool behind it
 * @param thread the thread that ran it, or that delivered the body of a non-blocking call
 * @param runs how often it was run: 1, unless a strategy is wrong
 * @param cpuNanos CPU time of its thread meanwhile; {@link RunClock#UNKNOWN} for a call, and where the system does not tell
 * @param attempts what a call did to get its answer
 */
public record TaskTiming(
        String name, Kind kind, long readyNanos, long startNanos, long endNanos, String thread, int runs,
        long cpuNanos, long stoppedBeforeNanos, long stoppedAfterNanos, Attempts attempts) {

    /**
     * How a call was made: how long it waited for a place in its pool, from its start on; how often it was put on the
     * wire, which is once unless it was made again or got no place; and how many attempts took too long.
     */
    public record Attempts(long poolNanos, int made, int timeouts) {

        /** At once, and never again; or of a task that is no call. */
        public static final Attempts ONE = new Attempts(0, 1, 0);
    }

    public enum Kind {
        IO,
        COMBINE,
        JOIN
    }

    /** The same task, ready when the last of those has ended that ended before it was started. */
    TaskTiming behind(List<TaskTiming> others) {
        long ready = others.stream()
                .mapToLong(TaskTiming::endNanos).filter(end -> end <= startNanos).reduce(readyNanos, Math::max);
        return new TaskTiming(name, kind, ready, startNanos, endNanos, thread, runs, cpuNanos, stoppedBeforeNanos,
                stoppedAfterNanos, attempts);
    }

    /** It waited for a thread, or as a call for a place in its pool. */
    public long queueNanos() {
        return startNanos - readyNanos + attempts.poolNanos;
    }

    public long runNanos() {
        return endNanos - startNanos - attempts.poolNanos;
    }
}
