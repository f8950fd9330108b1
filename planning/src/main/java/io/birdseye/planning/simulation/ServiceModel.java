package io.birdseye.planning.simulation;

import io.birdseye.planning.queueing.Require;

/**
 * The service that is simulated.
 *
 * @param cores number of cores that all CPU work shares; may be a fraction
 * @param contention σ: by what share each further busy core slows every task down; 0 for not at all
 * @param httpThreads worker threads of the HTTP server
 * @param httpQueue number of requests that may wait for an HTTP thread; the next one is refused
 * @param maxInFlight number of admitted requests that may be in flight; the next one is refused
 * @param deadlineMs time from its arrival after which a request has failed; may be infinite
 */
public record ServiceModel(
        RequestPath path,
        RequestWork work,
        double cores,
        double contention,
        int httpThreads,
        int httpQueue,
        int maxInFlight,
        double deadlineMs) {

    /** A limit that nothing reaches: no request waits or is refused. */
    public static final int UNBOUNDED = Integer.MAX_VALUE;

    public ServiceModel {
        Require.positive("cores", cores);
        Require.positive("HTTP threads", httpThreads);
        Require.atLeastZero("the HTTP queue", httpQueue);
        Require.positive("max in flight", maxInFlight);
        Require.atLeastZero("the contention", contention);
        if (!(deadlineMs > 0)) {
            throw new IllegalArgumentException("the deadline must be above 0 ms, but is " + deadlineMs);
        }
        int calls = work.groups().stream().mapToInt(group -> group.calls().size()).sum();
        requireSize("calls", path.topology().ioPerCall().size(), calls);
        requireSize("groups", path.topology().cpuPerGroup().size(), work.groups().size());
    }

    /** A service that only its cores and the pools of the path limit. */
    public static ServiceModel of(RequestPath path, RequestWork work, double cores) {
        return new ServiceModel(
                path, work, cores, 0, UNBOUNDED, UNBOUNDED, UNBOUNDED, Double.POSITIVE_INFINITY);
    }

    private static void requireSize(String what, int dedicated, int needed) {
        if (dedicated != 0 && dedicated != needed) {
            throw new IllegalArgumentException("the topology has separate threads for " + dedicated + " " + what
                    + ", but the request has " + needed);
        }
    }
}
