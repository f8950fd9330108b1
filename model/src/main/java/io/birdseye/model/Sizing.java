package io.birdseye.model;

import java.util.List;

/**
 * An equal budget for all strategies, large enough that less than one request in a hundred waits for a pool where requests
 * arrive at random, and the arithmetic behind it.
 *
 * <p>Little's law gives the mean number of calls on the wire: arrivals per second times seconds of calls per request
 * (J. D. C. Little, Operations Research 9(3), 1961). The calls of a request start together, so where all take the same time
 * requests are the customers, and each group of as many threads is a server: Erlang C says with how many of them one request
 * in 200 waits. Calls of different times count as equal ones of the same variance (the peakedness of the calls on the wire:
 * W. S. Hayward's approximation, in A. A. Fredericks, Bell System Technical Journal 59(6), 1980).
 *
 * @param ioConcurrency calls on the wire at once, over all requests
 * @param cpuConcurrency combinations at once: one per core, since more would only take turns
 * @param httpThreads worker threads of the HTTP server, so that they bind no strategy that blocks them
 */
public record Sizing(
        int ioConcurrency, int cpuConcurrency, int maxInFlight, int httpThreads, List<String> explanation) {

    /** Of the requests, that may wait for a pool: half of what is promised, since fixed times wait more often than Erlang C's. */
    private static final double MAX_WAITING = 0.005;

    /** Beyond so many requests at once the normal distribution is exact enough, and the sum long. */
    private static final double MANY = 1e6;

    /** One in 200 waits for servers that are so many standard deviations more than the mean (S. Halfin, W. Whitt, Operations Research 29(3), 1981). */
    private static final double DEVIATIONS = 2.6;

    public Sizing {
        explanation = List.copyOf(explanation);
    }

    /** Sizes a budget, for arrivals at random and at equal distances alike; refuses a number that is out of range. */
    public static Sizing of(Load load, List<Double> callMs, double deadlineMs, int cores) {
        double sumMs = callMs.stream().mapToDouble(Double::doubleValue).sum();
        double slowestMs = callMs.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        require(slowestMs > 0, "a call must take more than 0 ms", slowestMs);
        require(deadlineMs > 0, "the deadline must be above 0 ms", deadlineMs);
        require(cores >= 1, "there must be at least 1 core", cores);
        double rate = load.ratePerSecond();
        int users = load.users();
        return switch (load.model()) {
            case OPEN -> {
                double mean = rate * sumMs / 1000;
                double batch = batch(callMs);
                // The last batch of all calls of a request, since it waits if one of them does.
                int io = ceil((fewestServers(mean / batch) - 1) * batch + callMs.size());
                int inFlight = Math.max(io, ceil(rate * deadlineMs / 1000));
                yield explained(io, cores, inFlight,
                        number(rate) + "/s x " + number(sumMs / 1000) + " s of calls per request = " + number(mean)
                                + " calls at once on average (Little's law); " + io + ", so that fewer than 1 % of requests"
                                + " wait where they arrive at random (Erlang C, calls in batches of " + number(batch) + ")",
                        "; at " + number(rate) + "/s one that waits behind more would miss its deadline of "
                                + number(deadlineMs / 1000) + " s");
            }
            case CLOSED -> explained(ceil(users * sumMs / slowestMs), cores, users,
                    users + " users make at most " + number(users * 1000 / slowestMs) + "/s (one answer per "
                            + number(slowestMs / 1000) + " s), x " + number(sumMs / 1000) + " s of calls per request = "
                            + ceil(users * sumMs / slowestMs) + " calls at once (Little's law)",
                    ", one per user");
        };
    }

    private static Sizing explained(int io, int cores, int inFlight, String ioReason, String inFlightReason) {
        return new Sizing(io, cores, inFlight, io + cores, List.of(
                "I/O: " + ioReason,
                "CPU: " + cores + " at once, one per core; more would only take turns",
                "Queue: " + inFlight + " requests in progress" + inFlightReason,
                "HTTP threads: " + (io + cores) + " = " + io + " + " + cores + ", since a blocking strategy that"
                        + " calls in turn holds one per call on the wire and one per combination"));
    }

    /** As how many calls of equal time those of a request count: variance over mean of the calls on the wire (M/G/∞). */
    private static double batch(List<Double> callMs) {
        double squares = 0;
        double before = 0;
        int left = callMs.size();
        for (double ms : callMs.stream().sorted().toList()) {
            squares += (ms - before) * left * left;
            before = ms;
            left--;
        }
        return squares / callMs.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** The fewest servers with which that share of random arrivals waits, by Erlang's recursion over the servers. */
    private static double fewestServers(double load) {
        if (load > MANY) {
            return Math.ceil(load + DEVIATIONS * Math.sqrt(load));
        }
        int servers = 0;
        double blocked = 1;
        double waiting = 1;
        while (waiting > MAX_WAITING) {
            servers++;
            blocked = load * blocked / (servers + load * blocked);
            waiting = load < servers ? blocked / (1 - load / servers * (1 - blocked)) : 1;
        }
        return servers;
    }

    /** Rounded up, but not by what floating point adds to a whole number. */
    private static int ceil(double value) {
        return Math.max(1, (int) Math.ceil(value - 1e-9 * value));
    }

    private static String number(double value) {
        return Format.setting(Math.round(value * 1000) / 1000.0);
    }

    private static void require(boolean holds, String what, double value) {
        if (!holds) {
            throw new IllegalArgumentException(what + ", but is " + value);
        }
    }
}
