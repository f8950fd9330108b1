package io.birdseye.model;

import java.util.List;

/**
 * An equal budget for all strategies, large enough that none is limited by its pools, and the arithmetic behind it.
 *
 * <p>Little's law gives the mean number of calls on the wire: arrivals per second times seconds of calls per request
 * (J. D. C. Little, Operations Research 9(3), 1961). Headroom covers what a mean leaves out: calls of one request start
 * together, and answers vary.
 *
 * @param ioConcurrency calls on the wire at once, over all requests
 * @param cpuConcurrency combinations at once: one per core, since more would only take turns
 * @param maxInFlight requests in progress at once, running or waiting
 * @param httpThreads worker threads of the HTTP server, so that they bind no strategy that blocks them
 * @param explanation one sentence for each number
 */
public record Sizing(
        int ioConcurrency, int cpuConcurrency, int maxInFlight, int httpThreads, List<String> explanation) {

    /** Half as much again as the mean needs: a pool that is busy for two thirds of the time. */
    public static final double DEFAULT_HEADROOM = 1.5;

    public Sizing {
        explanation = List.copyOf(explanation);
    }

    /**
     * Sizes a budget by Little's law.
     *
     * @param callMs how long each call of a request takes, in ms
     * @param deadlineMs after which a request is given up
     * @param headroom at least 1
     * @throws IllegalArgumentException if a number is out of range, naming it
     */
    public static Sizing of(Load load, List<Double> callMs, double deadlineMs, int cores, double headroom) {
        double sumMs = callMs.stream().mapToDouble(Double::doubleValue).sum();
        double slowestMs = callMs.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        require(slowestMs > 0, "a call must take more than 0 ms", slowestMs);
        require(deadlineMs > 0, "the deadline must be above 0 ms", deadlineMs);
        require(cores >= 1, "there must be at least 1 core", cores);
        require(headroom >= 1, "the headroom must be at least 1", headroom);
        double rate = load.ratePerSecond();
        int users = load.users();
        return switch (load.model()) {
            case OPEN -> {
                int io = ceil(rate * sumMs / 1000 * headroom);
                int inFlight = Math.max(io, ceil(rate * deadlineMs / 1000));
                yield explained(io, cores, inFlight,
                        number(rate) + "/s x " + number(sumMs / 1000) + " s of calls per request x "
                                + number(headroom) + " headroom",
                        "; at " + number(rate) + "/s one that waits behind more would miss its deadline of "
                                + number(deadlineMs / 1000) + " s");
            }
            case CLOSED -> explained(ceil(users * sumMs / slowestMs), cores, users,
                    users + " users make at most " + number(users * 1000 / slowestMs) + "/s (one answer per "
                            + number(slowestMs / 1000) + " s), x " + number(sumMs / 1000) + " s of calls per request",
                    ", one per user");
        };
    }

    private static Sizing explained(int io, int cores, int inFlight, String ioReason, String inFlightReason) {
        return new Sizing(io, cores, inFlight, io + cores, List.of(
                "I/O: " + ioReason + " = " + io + " calls at once (Little's law)",
                "CPU: " + cores + " at once, one per core; more would only take turns",
                "Queue: " + inFlight + " requests in progress" + inFlightReason,
                "HTTP threads: " + (io + cores) + " = " + io + " + " + cores + ", since a blocking strategy that"
                        + " calls in turn holds one per call on the wire and one per combination"));
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
