package io.birdseye.report.result;

import io.birdseye.report.result.Trial.TaskTime;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.stream.IntStream;

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
     * The same with the mean task times of a trial. A task that never ran there keeps its time without load, and so does
     * a call that was faster: under overload, calls on the wire are aborted at the deadline, which shortens their mean.
     */
    public Floor inTrial(List<TaskTime> tasks) {
        return new Floor(merged(callMs, ofKind(tasks, "io"), Math::max),
                merged(combineMs, ofKind(tasks, "combine"), (unloaded, trial) -> trial > 0 ? trial : unloaded),
                cpuMsPerRequest);
    }

    /** A trial that measured other tasks than the floor says nothing about them. */
    private static List<Double> merged(List<Double> unloaded, List<Double> trial, DoubleBinaryOperator both) {
        return unloaded.size() != trial.size()
                ? unloaded
                : IntStream.range(0, trial.size())
                        .mapToObj(i -> both.applyAsDouble(unloaded.get(i), trial.get(i)))
                        .toList();
    }

    private static List<Double> ofKind(List<TaskTime> tasks, String kind) {
        return tasks.stream().filter(task -> task.kind().equals(kind)).map(TaskTime::runMs).toList();
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
