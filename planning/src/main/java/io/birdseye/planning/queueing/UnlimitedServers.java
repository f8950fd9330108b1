package io.birdseye.planning.queueing;

import org.apache.commons.statistics.distribution.PoissonDistribution;

/**
 * M/G/∞: no request waits, so the number inside is Poisson with mean λ·S, whatever the distribution of service times.
 *
 * <p>It tells how much the demand for threads varies where the number of threads is not limited. Source: L. Takács,
 * "Introduction to the Theory of Queues", 1962, chapter 3.
 *
 * @param perSecond arrivals, λ
 * @param serviceMs mean service time
 */
public record UnlimitedServers(double perSecond, double serviceMs) {

    public UnlimitedServers {
        Require.positive("the rate", perSecond);
        Require.positive("the service time", serviceMs);
    }

    public double meanInside() {
        return Operational.meanInside(perSecond, serviceMs);
    }

    /** The number inside that is not exceeded for the given share of time. */
    public int insideQuantile(double share) {
        Require.share(share);
        return PoissonDistribution.of(meanInside()).inverseCumulativeProbability(share);
    }
}
