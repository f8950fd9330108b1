package io.birdseye.planning.queueing;

/**
 * M/M/c, and the approximation of G/G/c: one queue in front of c equal servers, first come, first served.
 *
 * <p>With Poisson arrivals and exponential service ({@link #exponential}) everything here is exact. Otherwise
 * the mean wait is that of M/M/c times (c²a + c²s)/2, and the wait of those who wait is taken as
 * exponential with that mean: right in heavy traffic, rough elsewhere, and too low for very long tails. Sources: L.
 * Kleinrock, "Queueing Systems", volume 1, 1975, chapter 3; A. O. Allen, "Probability, Statistics and Queueing
 * Theory", 1990, section 5.4 (Allen–Cunneen); J. F. C. Kingman, "The single server queue in heavy traffic", 1961, for
 * one server.
 *
 * @param perSecond arrivals, λ
 * @param serviceMs mean service time, S = 1/µ
 * @param servers c
 * @param variability (c²a + c²s)/2, where c²a and c²s are the squared coefficients of variation of the times between
 *     arrivals and of the service times: 1 for M/M/c, 0.5 for Poisson arrivals and fixed times. Poisson arrivals of
 *     batches of b count as c²a = b, in the sense of the index of dispersion (W. Whitt, "The queueing network
 *     analyzer", Bell System Technical Journal 62(9), 1983)
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

    /** Offered load in Erlangs: the mean number of busy servers. */
    private double load() {
        return Queueing.meanInside(perSecond, serviceMs);
    }

    /** Whether the servers keep up: whether the utilisation is below 1. */
    boolean stable() {
        return load() < servers;
    }

    /** The share of arrivals that have to wait. */
    public double waitingShare() {
        return Queueing.erlangC(servers, load());
    }

    /** Mean wait of all arrivals; infinite if the servers do not keep up. */
    public double meanWaitMs() {
        return stable() ? waitingShare() * meanWaitOfWaitingMs() : Double.POSITIVE_INFINITY;
    }

    /** The wait that the given share of arrivals does not exceed; infinite if the servers do not keep up. */
    public double waitQuantileMs(double share) {
        Require.share(share);
        double waiting = waitingShare();
        if (1 - share >= waiting) {
            return 0;
        }
        return stable() ? meanWaitOfWaitingMs() * Math.log(waiting / (1 - share)) : Double.POSITIVE_INFINITY;
    }

    private double meanWaitOfWaitingMs() {
        return variability * serviceMs / (servers - load());
    }

    /**
     * The fewest servers with which the given share of arrivals waits no longer than that.
     *
     * @param atMost the largest number to try
     * @return the number, or {@code atMost + 1} if no number up to {@code atMost} is enough
     */
    public static int fewestFor(
            double perSecond, double serviceMs, double variability, double share, double waitMs, int atMost) {
        return Queueing.smallest(
                Queueing.fewestServers(perSecond, serviceMs), atMost + 1,
                servers -> new ManyServers(perSecond, serviceMs, servers, variability).waitQuantileMs(share) <= waitMs);
    }
}
