package io.birdseye.planning.queueing;

import java.util.function.IntPredicate;
import org.apache.commons.statistics.distribution.PoissonDistribution;

/**
 * Laws and formulas for the number of servers and of requests inside.
 *
 * <p>The operational laws hold for every system, since they only count flows and times. Sources: J. D. C. Little, "A
 * proof for the queuing formula L = λW", Operations Research 9(3), 1961; P. J. Denning, J. P. Buzen, "The operational
 * analysis of queueing network models", ACM Computing Surveys 10(3), 1978.
 *
 * <p>The Erlang formulas tell how likely all of c servers are busy under Poisson arrivals. They are computed by
 * recursion over the servers, so that no factorial or power overflows: thousands of servers are fine. Sources: A. K.
 * Erlang, "Solution of some problems in the theory of probabilities of significance in automatic telephone exchanges",
 * 1917; the recursion: W. Whitt, "The Erlang B and C formulas: problems and solutions", 2002.
 */
public final class Queueing {

    private Queueing() {}

    /** Little's law: the mean number inside, L = λ·W. */
    public static double meanInside(double perSecond, double msInside) {
        Require.atLeastZero("the rate", perSecond);
        Require.atLeastZero("the time inside", msInside);
        return perSecond * msInside / 1000;
    }

    /**
     * M/G/∞: the number inside that is not exceeded for the given share of time. No request waits, so that number is
     * Poisson, whatever the distribution of service times. Source: L. Takács, "Introduction to the Theory of Queues",
     * 1962, chapter 3.
     */
    public static int insideQuantile(double perSecond, double msInside, double share) {
        Require.share(share);
        return PoissonDistribution.of(meanInside(perSecond, msInside)).inverseCumulativeProbability(share);
    }

    /** The utilisation law: the share of time in which a server is busy, U = X·S / c. */
    public static double utilisation(double perSecond, double demandMs, double servers) {
        Require.positive("the number of servers", servers);
        return meanInside(perSecond, demandMs) / servers;
    }

    /** The utilisation law solved for the rate: the highest throughput, in 1/s; infinite if there is no demand. */
    public static double highestRate(double servers, double demandMs) {
        Require.positive("the number of servers", servers);
        Require.atLeastZero("the demand", demandMs);
        return servers * 1000 / demandMs;
    }

    /**
     * The fewest servers that keep up: the smallest whole number above λ·S. Exactly λ·S servers would never be idle, so
     * a backlog could never shrink.
     */
    public static int fewestServers(double perSecond, double demandMs) {
        return (int) Math.floor(meanInside(perSecond, demandMs) + 1e-9) + 1;
    }

    /**
     * Erlang B, the loss formula: the share of arrivals that find all servers busy, if no arrival may wait. It holds
     * for any distribution of service times.
     *
     * @param load offered load in Erlangs, λ·S
     */
    static double erlangB(int servers, double load) {
        Require.atLeastZero("the offered load", load);
        Require.atLeastZero("the number of servers", servers);
        double blocked = 1;
        for (int n = 1; n <= servers; n++) {
            blocked = load * blocked / (n + load * blocked);
        }
        return blocked;
    }

    /**
     * Erlang C, the delay formula: the share of arrivals that wait, if a queue is allowed.
     *
     * @param load offered load in Erlangs, λ·S; if it is not below the number of servers, every arrival waits and the
     *     queue grows
     */
    static double erlangC(int servers, double load) {
        Require.positive("the number of servers", servers);
        if (load >= servers) {
            return 1;
        }
        double blocked = erlangB(servers, load);
        return blocked / (1 - load / servers * (1 - blocked));
    }

    /**
     * The smallest number that is enough, by bisection; {@code high} if none below it is. Larger ones are enough too.
     */
    public static int smallest(int low, int high, IntPredicate enough) {
        int from = low;
        int to = high;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (enough.test(middle)) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        return to;
    }
}
