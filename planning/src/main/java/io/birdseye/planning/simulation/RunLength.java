package io.birdseye.planning.simulation;

import java.time.Duration;

/**
 * How long a simulation runs, and how many times.
 *
 * @param warmUpMs time at the start of each replication that is not measured: the service starts empty, which is not its
 *     steady state
 * @param windowMs measured time
 * @param drainMs the longest time after the window in which its last requests may still be answered
 * @param replications number of independent runs; an interval needs at least 2
 * @param seed equal seeds give equal figures
 */
public record RunLength(double warmUpMs, double windowMs, double drainMs, int replications, long seed) {

    public RunLength {
        if (!(warmUpMs >= 0 && windowMs > 0 && drainMs >= 0)) {
            throw new IllegalArgumentException("warm-up and drain must be at least 0 ms and the window above 0 ms, but"
                    + " are "
                    + warmUpMs + ", " + drainMs + " and " + windowMs);
        }
        if (replications < 1) {
            throw new IllegalArgumentException("there must be at least 1 replication, but are " + replications);
        }
    }

    /** Ten replications, and a drain of ten windows. */
    public static RunLength of(Duration warmUp, Duration window, long seed) {
        return new RunLength(warmUp.toMillis(), window.toMillis(), 10.0 * window.toMillis(), 10, seed);
    }

    public RunLength withReplications(int count) {
        return new RunLength(warmUpMs, windowMs, drainMs, count, seed);
    }

    double endMs() {
        return warmUpMs + windowMs;
    }
}
