package io.birdseye.planning.queueing;

/**
 * M/M/c, and the approximation of G/G/c: one queue in front of c equal servers, first come, first served.
 *
 * <p>With Poisson arrivals and exponential service ({@link #exponential}) everything here is exact. Otherwise
 * ({@link #general}) the mean wait is that of M/M/c times (c²a + c²s)/2, and the wait of those who wait is taken as
 * exponential with that mean: right in heavy traffic, rough elsewhere, and too low for very long tails. Sources: L.
 * Kleinrock, "Queueing Systems", volume 1, 1975, chapter 3; A. O. Allen, "Probability, Statistics and Queueing
 * Theory", 1990, section 5.4 (Allen–Cunneen); J. F. C. Kingman, "The single server queue in heavy traffic", 1961, for
 * one server.
 *
 * @param perSecond arrivals, λ
 * @param serviceMs mean service time, S = 1/µ
 * @param servers c
 * @param variability (c²a + c²s)/2: 1 for M/M/c, 0.5 for Poisson arrivals and fixed times
 */
public record ManyServers(double perSecond, double serviceMs, int servers, double variability) {

    public ManyServers {
        Require.atLeastZero("the rate", perSecond);
        Require.positive("the service time", serviceMs);
        Require.positive("the number of servers", servers);
        Require.atLeastZero("the variability", variability);
    }

    public static ManyServers exponential(double perSecond, double serviceMs, int servers) {
        return new ManyServers(perSecond, serviceMs, servers, 1);
    }

    /**
     * The approximation for other distributions.
     *
     * @param arrivalVariation c²a of the times between arrivals; b for Poisson arrivals of batches of b, in the sense
     *     of the index of dispersion (W. Whitt, "The queueing network analyzer", Bell System Technical Journal 62(9),
     *     1983)
     * @param serviceVariation c²s of the service times
     */
    public static ManyServers general(
            double perSecond, double serviceMs, int servers, double arrivalVariation, double serviceVariation) {
        Require.atLeastZero("the variation of arrivals", arrivalVariation);
        Require.atLeastZero("the variation of service", serviceVariation);
        return new ManyServers(perSecond, serviceMs, servers, (arrivalVariation + serviceVariation) / 2);
    }

    /** Offered load in Erlangs: the servers that are busy on average. */
    public double load() {
        return Operational.meanInside(perSecond, serviceMs);
    }

    public double utilisation() {
        return load() / servers;
    }

    /** Whether the queue has an end: whether the utilisation is below 1. */
    public boolean stable() {
        return utilisation() < 1;
    }

    /** The share of arrivals that have to wait. */
    public double waitingShare() {
        return Erlang.c(servers, load());
    }

    /** Mean wait of all arrivals; infinite where the queue has no end. */
    public double meanWaitMs() {
        return stable() ? waitingShare() * meanWaitOfWaitingMs() : Double.POSITIVE_INFINITY;
    }

    /** Mean time from arrival to end of service. */
    public double meanResponseMs() {
        return meanWaitMs() + serviceMs;
    }

    /** The wait that the given share of arrivals does not exceed; infinite where the queue has no end. */
    public double waitQuantileMs(double share) {
        Require.share(share);
        double waiting = waitingShare();
        if (1 - share >= waiting) {
            return 0;
        }
        return stable() ? meanWaitOfWaitingMs() * Math.log(waiting / (1 - share)) : Double.POSITIVE_INFINITY;
    }

    /** The probability that a wait is longer than that. */
    public double waitsLongerThan(double ms) {
        Require.atLeastZero("the wait", ms);
        if (!stable()) {
            return 1;
        }
        double mean = meanWaitOfWaitingMs();
        return mean == 0 ? 0 : waitingShare() * Math.exp(-ms / mean);
    }

    private double meanWaitOfWaitingMs() {
        return variability * serviceMs / (servers - load());
    }

    /**
     * The fewest servers with which the given share of arrivals waits no longer than that.
     *
     * @param atMost where to stop looking
     * @return the number, or {@code atMost + 1} if none up to that does
     */
    public static int fewestFor(
            double perSecond, double serviceMs, double variability, double share, double waitMs, int atMost) {
        int low = Operational.fewestServers(perSecond, serviceMs);
        int high = atMost + 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (new ManyServers(perSecond, serviceMs, middle, variability).waitQuantileMs(share) <= waitMs) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
