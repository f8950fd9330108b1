package io.birdseye.report.result;

import io.birdseye.report.result.Trial.TaskTime;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

/**
 * What one request takes when it is alone, measured before the trials on a warm service: no strategy can be faster.
 *
 * <p>Medians tell what is usual; for how much a resource can carry the means count, and the median of the slowest of
 * several calls is more than the slowest of their medians. So those are kept as well. Where upstreams have random
 * latencies, they follow from the configured distributions: thirty requests would tell a median of a lognormal time
 * with σ = 0.8 to within ±35 % only.
 *
 * @param callMs the median time of each call, in the order of the plan, as the service sees it
 * @param cpuMsPerRequest the CPU time that the service process spends on one request, its collector included and, where
 *     the system tells them apart, its compilers left out
 * @param slowestCallMs the median time until the slowest of a request's calls has ended, all made at once
 * @param callsInTurnMs the median time of all calls of a request, made one after the other
 * @param longestCombineMs the median time of a request's longest combination
 */
public record Floor(
        List<Double> callMs, List<Double> combineMs, double cpuMsPerRequest, List<Double> callMeanMs,
        List<Double> combineMeanMs, double slowestCallMs, double callsInTurnMs, double longestCombineMs) {

    public Floor {
        callMs = List.copyOf(callMs);
        combineMs = List.copyOf(combineMs);
        callMeanMs = List.copyOf(callMeanMs);
        combineMeanMs = List.copyOf(combineMeanMs);
    }

    /** A floor whose times never vary, so that medians are means and add up. */
    public Floor(List<Double> callMs, List<Double> combineMs, double cpuMsPerRequest) {
        this(callMs, combineMs, cpuMsPerRequest, callMs, combineMs, longest(callMs), sum(callMs), longest(combineMs));
    }

    /**
     * The same with the means of a trial's task times, and the medians as they are. A task that never ran there keeps
     * its time without load, and so does a call that was faster: under overload, calls on the wire are aborted at the
     * deadline, which shortens their mean.
     */
    public Floor inTrial(List<TaskTime> tasks) {
        return new Floor(callMs, combineMs, cpuMsPerRequest,
                merged(callMeanMs, ofKind(tasks, "io"), Math::max),
                merged(combineMeanMs, ofKind(tasks, "combine"), (unloaded, trial) -> trial > 0 ? trial : unloaded),
                slowestCallMs, callsInTurnMs, longestCombineMs);
    }

    /** A trial that measured other tasks than the floor says nothing about them. */
    private static List<Double> merged(List<Double> unloaded, List<Double> trial, DoubleBinaryOperator both) {
        return unloaded.size() != trial.size()
                ? unloaded
                : IntStream.range(0, trial.size())
                        .mapToObj(i -> both.applyAsDouble(unloaded.get(i), trial.get(i))).toList();
    }

    private static List<Double> ofKind(List<TaskTime> tasks, String kind) {
        return tasks.stream().filter(task -> task.kind().equals(kind)).map(TaskTime::runMs).toList();
    }

    /**
     * The median time of a request's slowest call, or of all its calls for a strategy that makes them in turn, and
     * behind it the longest combination: the critical path of a request. Its whole CPU time is not on that path, since
     * combinations can run side by side.
     */
    public double latencyMs(boolean inTurn) {
        return (inTurn ? callsInTurnMs : slowestCallMs) + longestCombineMs;
    }

    private static double longest(List<Double> times) {
        return times.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    private static double sum(List<Double> times) {
        return times.stream().mapToDouble(Double::doubleValue).sum();
    }
}
