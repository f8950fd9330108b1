package io.birdseye.fanout;

import java.util.List;

/**
 * When one task of a request was ready, started and ended, in nanoseconds since the request began.
 *
 * @param readyNanos when it could have started: a call at the beginning, a combination when the last call of its group
 *     has ended, the join when the last combination has ended; where tasks follow one another, when the one before has
 *     ended
 * @param startNanos when a thread started it; {@code start - ready} is queueing
 * @param thread the thread that ran it, or that delivered the body of a non-blocking call
 * @param runs how often it was run: 1, unless a strategy is wrong
 * @param cpuNanos CPU time of its thread meanwhile; {@link RunClock#UNKNOWN} for a call, and where the system does not tell
 */
public record TaskTiming(
        String name, Kind kind, long readyNanos, long startNanos, long endNanos, String thread, int runs,
        long cpuNanos, long stoppedBeforeNanos, long stoppedAfterNanos) {

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
                stoppedAfterNanos);
    }

    public long queueNanos() {
        return startNanos - readyNanos;
    }

    public long runNanos() {
        return endNanos - startNanos;
    }
}
