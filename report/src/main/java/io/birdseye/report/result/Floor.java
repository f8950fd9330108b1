package io.birdseye.report.result;

import java.util.List;

/**
 * What one request takes when it is alone, measured before the trials on a warm service: no strategy can be faster.
 *
 * @param callMs the time of each call, in the order of the plan, as the service sees it
 * @param combineMs the time of each combination
 * @param cpuMsPerRequest the CPU time that the service process spends on one request, its collector included and, where
 *     the system tells them apart, its compilers left out
 */
public record Floor(List<Double> callMs, List<Double> combineMs, double cpuMsPerRequest) {

    public Floor {
        callMs = List.copyOf(callMs);
        combineMs = List.copyOf(combineMs);
    }

    /**
     * The slowest call, or the sum of all for a strategy that calls in turn, and behind it the longest combination: the
     * critical path of a request. Its whole CPU time is not on that path, since combinations can run side by side.
     */
    public double latencyMs(boolean inTurn) {
        double io = inTurn
                ? callMs.stream().mapToDouble(Double::doubleValue).sum()
                : callMs.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        return io + combineMs.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }
}
