package io.birdseye.planning.queueing;

/**
 * M/M/1: one server, Poisson arrivals, exponential service, first come, first served.
 *
 * <p>Source: L. Kleinrock, "Queueing Systems", volume 1, 1975, chapter 3.
 *
 * @param perSecond arrivals, λ
 * @param serviceMs mean service time
 */
public record SingleServer(double perSecond, double serviceMs) {

    public SingleServer {
        Require.atLeastZero("the rate", perSecond);
        Require.positive("the service time", serviceMs);
    }

    public double utilisation() {
        return Operational.meanInside(perSecond, serviceMs);
    }

    /** R = S / (1 − ρ); infinite from a utilisation of 1. Holds for processor sharing and any service time as well. */
    public double meanResponseMs() {
        double idle = 1 - utilisation();
        return idle > 0 ? serviceMs / idle : Double.POSITIVE_INFINITY;
    }

    public double meanWaitMs() {
        return meanResponseMs() - serviceMs;
    }

    /** L = ρ / (1 − ρ). */
    public double meanInside() {
        return Operational.meanInside(perSecond, 1) * meanResponseMs();
    }

    /** Response times of M/M/1 are exponential, so p99 is 4.6 times the mean. */
    public double responseQuantileMs(double share) {
        Require.share(share);
        return -meanResponseMs() * Math.log1p(-share);
    }
}
