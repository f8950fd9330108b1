package io.birdseye.planning.production;

import java.util.List;

/**
 * One request of the route as its spans tell it. All times are in ns on the clock of the trace.
 *
 * @param ownWork spans of the service's own work that hold calls: when each ran
 */
record ObservedRequest(long startNanos, long endNanos, List<ObservedCall> calls, List<OwnWork> ownWork) {

    /**
     * A call that the service made for it.
     *
     * @param key names the same call in every request
     * @param path names of the service's own spans around it, the outermost first
     * @param payloadBytes of the answer's body, or below 0 where it is not recorded
     */
    record ObservedCall(
            CallKey key, List<String> path, long startNanos, long endNanos, boolean failed, double payloadBytes) {

        ObservedCall {
            path = List.copyOf(path);
        }

        boolean overlaps(ObservedCall other) {
            return Math.max(startNanos, other.startNanos) < Math.min(endNanos, other.endNanos);
        }

        double ms() {
            return (endNanos - startNanos) / 1e6;
        }
    }

    /**
     * A span of the service's own work.
     *
     * @param path its name, after those of the spans around it
     */
    record OwnWork(List<String> path, long startNanos, long endNanos) {

        OwnWork {
            path = List.copyOf(path);
        }
    }

    ObservedRequest {
        calls = List.copyOf(calls);
        ownWork = List.copyOf(ownWork);
    }

    double ms() {
        return (endNanos - startNanos) / 1e6;
    }
}
