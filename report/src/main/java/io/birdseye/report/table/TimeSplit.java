package io.birdseye.report.table;

import io.birdseye.report.result.Trial.TaskTime;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Where the time of one request went, summed over its tasks, in ms. Tasks run side by side, so this is work and
 * waiting, not the response time.
 */
public record TimeSplit(double ioQueueMs, double ioMs, double cpuQueueMs, double cpuMs) {

    public static TimeSplit of(List<TaskTime> tasks) {
        Predicate<TaskTime> call = task -> task.kind().equals("io");
        return new TimeSplit(sum(tasks, call, TaskTime::queueMs), sum(tasks, call, TaskTime::runMs),
                sum(tasks, call.negate(), TaskTime::queueMs), sum(tasks, call.negate(), TaskTime::runMs));
    }

    private static double sum(List<TaskTime> tasks, Predicate<TaskTime> kind, ToDoubleFunction<TaskTime> time) {
        return tasks.stream().filter(kind).mapToDouble(time).sum();
    }
}
