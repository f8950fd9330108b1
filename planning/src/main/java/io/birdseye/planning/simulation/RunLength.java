package io.birdseye.planning.simulation;

import java.time.Duration;

/**
 * How long a simulation runs, and how many times.
 *
 * @param warmUpMs time at the start of each replication that is not measured: the service starts empty, which is not
 *     its steady state
 * @param drainMs the longest time after the window in which its last requests may still be answered
 * @param replications number of independent runs; an interval needs at least 2
 */
public record RunLength(double warmUpMs, double windowMs, double drainMs, int replications, long seed) {

    /** With five, arrivals at random are 1 to 2 % more or fewer than asked for: of a pool 0.95 busy that is a third of the wait. */
    private static final int TRIAL_REPLICATIONS = 40;
    private static final long TRIAL_SEED = 1909;

    public RunLength {
        Require.atLeastZero("the warm-up", warmUpMs);
        Require.positive("the window", windowMs);
        Require.atLeastZero("the drain", drainMs);
        Require.positive("the number of replications", replications);
    }

    /** As long as a measured trial: the p99 of a small sample differs from that of a large one. */
    public static RunLength ofTrial(Duration warmUp, Duration duration) {
        return new RunLength(
                warmUp.toMillis(), duration.toMillis(), 2.0 * duration.toMillis(), TRIAL_REPLICATIONS, TRIAL_SEED);
    }

    double endMs() {
        return warmUpMs + windowMs;
    }
}
