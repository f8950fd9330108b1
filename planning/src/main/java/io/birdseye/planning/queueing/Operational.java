package io.birdseye.planning.queueing;

/**
 * The operational laws. They hold for every system, whatever its distributions, since they only count flows and times.
 *
 * <p>Sources: J. D. C. Little, "A proof for the queuing formula L = λW", Operations Research 9(3), 1961; P. J. Denning,
 * J. P. Buzen, "The operational analysis of queueing network models", ACM Computing Surveys 10(3), 1978.
 */
public final class Operational {

    private Operational() {}

    /** Little's law: the mean number inside, L = λ·W. */
    public static double meanInside(double perSecond, double msInside) {
        Require.atLeastZero("the rate", perSecond);
        Require.atLeastZero("the time inside", msInside);
        return perSecond * msInside / 1000;
    }

    /**
     * The utilisation law: the share of time in which a server is busy, U = X·S / c.
     */
    public static double utilisation(double perSecond, double demandMs, double servers) {
        Require.positive("the number of servers", servers);
        return meanInside(perSecond, demandMs) / servers;
    }

    /** The utilisation law solved for the rate: the highest throughput of the servers, in 1/s. */
    public static double highestRate(double servers, double demandMs) {
        Require.positive("the number of servers", servers);
        Require.positive("the demand", demandMs);
        return servers * 1000 / demandMs;
    }

    /**
     * The fewest servers that keep up: the smallest whole number above λ·S. Exactly λ·S servers would never be idle, so
     * a backlog could never shrink.
     */
    public static int fewestServers(double perSecond, double demandMs) {
        return (int) Math.floor(meanInside(perSecond, demandMs) + 1e-9) + 1;
    }
}
