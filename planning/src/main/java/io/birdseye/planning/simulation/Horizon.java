package io.birdseye.planning.simulation;

import java.time.Duration;

/**
 * How long to simulate, and how often.
 *
 * @param warmUpMs cut away at the start of each replication: the service starts empty, and that is not its steady state
 * @param windowMs measured
 * @param drainMs for how long after the window, at most, its last requests may still be answered
 * @param replications independent runs; intervals need at least 2
 * @param seed equal seeds give equal figures
 */
public record Horizon(double warmUpMs, double windowMs, double drainMs, int replications, long seed) {

    public Horizon {
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
    public static Horizon of(Duration warmUp, Duration window, long seed) {
        return new Horizon(warmUp.toMillis(), window.toMillis(), 10.0 * window.toMillis(), 10, seed);
    }

    public Horizon withReplications(int count) {
        return new Horizon(warmUpMs, windowMs, drainMs, count, seed);
    }

    double endMs() {
        return warmUpMs + windowMs;
    }
}
