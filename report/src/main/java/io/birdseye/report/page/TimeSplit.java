package io.birdseye.report.page;

import io.birdseye.report.result.Trial.TaskTime;
import java.util.List;

/**
 * Where the time of one request went, summed over its tasks, in ms. Tasks run side by side, so this is work and
 * waiting, not the response time.
 */
record TimeSplit(double ioQueueMs, double ioMs, double cpuQueueMs, double cpuMs) {

    static TimeSplit of(List<TaskTime> tasks) {
        double ioQueue = 0;
        double io = 0;
        double cpuQueue = 0;
        double cpu = 0;
        for (TaskTime task : tasks) {
            if (task.kind().equals("io")) {
                ioQueue += task.queueMs();
                io += task.runMs();
            } else {
                cpuQueue += task.queueMs();
                cpu += task.runMs();
            }
        }
        return new TimeSplit(ioQueue, io, cpuQueue, cpu);
    }
}
