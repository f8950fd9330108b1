package io.birdseye.planning.queueing;

/**
 * The Erlang formulas: how likely all of c servers are busy under Poisson arrivals.
 *
 * <p>Computed by recursion over the servers, so that no factorial or power overflows: thousands of servers are fine.
 * Sources: A. K. Erlang, "Solution of some problems in the theory of probabilities of significance in automatic
 * telephone exchanges", 1917; the recursion: W. Whitt, "The Erlang B and C formulas: problems and solutions", 2002.
 */
public final class Erlang {

    private Erlang() {}

    /**
     * Erlang B, the loss formula: the share of arrivals that find all servers busy, if no arrival may wait. It holds
     * for any distribution of service times.
     *
     * @param load offered load in Erlangs, λ·S
     */
    public static double b(int servers, double load) {
        Require.atLeastZero("the offered load", load);
        if (servers < 0) {
            throw new IllegalArgumentException("the number of servers must be at least 0, but is " + servers);
        }
        double blocked = 1;
        for (int n = 1; n <= servers; n++) {
            blocked = load * blocked / (n + load * blocked);
        }
        return blocked;
    }

    /**
     * Erlang C, the delay formula: the share of arrivals that wait, if a queue is allowed.
     *
     * @param load offered load in Erlangs, λ·S; if it is not below the number of servers, every arrival waits and the queue grows
     */
    public static double c(int servers, double load) {
        if (servers < 1) {
            throw new IllegalArgumentException("the number of servers must be at least 1, but is " + servers);
        }
        if (load >= servers) {
            return 1;
        }
        double blocked = b(servers, load);
        return blocked / (1 - load / servers * (1 - blocked));
    }
}
