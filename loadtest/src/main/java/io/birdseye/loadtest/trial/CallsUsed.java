package io.birdseye.loadtest.trial;

import io.birdseye.model.process.ServiceUse;
import io.birdseye.report.result.Trial.TaskTime;
import io.birdseye.report.result.UpstreamCalls;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the service tells of its tasks and pools, as a trial keeps it. */
final class CallsUsed {

    private CallsUsed() {}

    /** The mean times of a request's tasks. A chain is one, {@code user then orders}; a call of some requests counts in its share. */
    static List<TaskTime> tasks(List<ServiceUse.Task> used) {
        List<TaskTime> times = new ArrayList<>();
        double share = 1;
        for (ServiceUse.Task task : used) {
            share = (task.after() == null ? 1 : share) * task.share();
            TaskTime time = new TaskTime(task.name(), task.kind(), share * mean(task, task.queueNanos()), share * mean(task, task.runNanos()));
            if (task.after() == null) {
                times.add(time);
            } else {
                TaskTime before = times.removeLast();
                times.add(new TaskTime(before.name() + " then " + task.name(), before.kind(), before.queueMs() + time.queueMs(),
                        before.runMs() + time.runMs()));
            }
        }
        return times;
    }

    private static double mean(ServiceUse.Task task, long nanos) {
        return nanos / 1e6 / Math.max(1, task.count());
    }

    /** Null where every call is made once and by itself, and none was made again. */
    static @Nullable UpstreamCalls of(ServiceUse use) {
        List<ServiceUse.Task> calls = use.tasks().stream().filter(task -> task.kind().equals("io")).toList();
        boolean plain = use.sharedPools().isEmpty() && calls.stream().allMatch(
                call -> call.after() == null && call.share() == 1 && call.attempts() == call.count() && call.timeouts() == 0);
        return plain ? null : new UpstreamCalls(
                calls.stream().map(call -> new UpstreamCalls.Call(call.name(), call.count(), mean(call, call.runNanos()),
                        per(call.attempts(), call.count()), per(call.timeouts(), call.count()))).toList(),
                use.sharedPools().stream().map(pool -> new UpstreamCalls.Pool(
                        pool.name(), pool.places(), pool.peak(),
                        Math.min(1, per(pool.heldNanos(), pool.places() * use.process().nanos())), pool.calls(), pool.waited(),
                        pool.gaveUp(), per(pool.waitedNanos(), pool.calls()) / 1e6, pool.longestNanos() / 1e6)).toList());
    }

    private static double per(long sum, long count) {
        return (double) sum / Math.max(1, count);
    }
}
