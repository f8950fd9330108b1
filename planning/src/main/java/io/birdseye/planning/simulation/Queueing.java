package io.birdseye.planning.simulation;

import java.util.function.IntPredicate;
import org.apache.commons.statistics.distribution.PoissonDistribution;

/**
 * Laws and formulas for the number of servers and of requests inside. Operational laws hold for every system: J. D. C.
 * Little, "A proof for the queuing formula L = λW", Operations Research 9(3), 1961; P. J. Denning, J. P. Buzen, "The
 * operational analysis of queueing network models", ACM Computing Surveys 10(3), 1978.
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
     * M/G/∞: the number inside that is not exceeded for the given share of time; it is Poisson, whatever the service
     * times. Source: L. Takács, "Introduction to the Theory of Queues", 1962, chapter 3.
     */
    public static int insideQuantile(double perSecond, double msInside, double share) {
        Require.share(share);
        return PoissonDistribution.of(meanInside(perSecond, msInside)).inverseCumulativeProbability(share);
    }

    /** The utilisation law, U = X·S / c, solved for the highest throughput, in 1/s; infinite if there is no demand. */
    public static double highestRate(double servers, double demandMs) {
        Require.positive("the number of servers", servers);
        Require.atLeastZero("the demand", demandMs);
        return servers * 1000 / demandMs;
    }

    /** The smallest whole number above λ·S: with exactly λ·S servers a backlog could never shrink. */
    public static int fewestServers(double perSecond, double demandMs) {
        return (int) Math.floor(meanInside(perSecond, demandMs) + 1e-9) + 1;
    }

    /** The smallest number that is enough, as all larger ones are, by bisection; {@code high} if none below is. */
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
