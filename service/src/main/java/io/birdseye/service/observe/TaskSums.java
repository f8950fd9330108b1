package io.birdseye.service.observe;

import io.birdseye.fanout.TaskTiming;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.LongAdder;

/** Where the time of all requests went, task by task: how long they queued and how long they ran. */
public final class TaskSums {

    private final List<Sum> sums;

    /**
     * The sums of one task over all requests.
     *
     * @param kind {@code io}, {@code combine} or {@code join}
     */
    public record Total(String name, String kind, long count, long queueNanos, long runNanos) {

        Total minus(Total earlier) {
            return new Total(
                    name, kind, count - earlier.count, queueNanos - earlier.queueNanos, runNanos - earlier.runNanos);
        }
    }

    private record Sum(String name, TaskTiming.Kind kind, LongAdder count, LongAdder queue, LongAdder run) {

        Total total() {
            return new Total(name, kind.name().toLowerCase(Locale.ROOT), count.sum(), queue.sum(), run.sum());
        }
    }

    /** A task of the plan. */
    public record Task(String name, TaskTiming.Kind kind) {}

    /** @param tasks every task of the plan */
    public TaskSums(List<Task> tasks) {
        List<Sum> built = new ArrayList<>();
        for (Task task : tasks) {
            built.add(new Sum(task.name(), task.kind(), new LongAdder(), new LongAdder(), new LongAdder()));
        }
        sums = List.copyOf(built);
    }

    /** Adds the tasks of one request. */
    public void add(List<TaskTiming> timings) {
        for (TaskTiming timing : timings) {
            for (Sum sum : sums) {
                if (sum.kind == timing.kind() && sum.name.equals(timing.name())) {
                    sum.count.increment();
                    sum.queue.add(timing.queueNanos());
                    sum.run.add(timing.runNanos());
                    break;
                }
            }
        }
    }

    /** Since the start, in the order of the plan. */
    public List<Total> totals() {
        return sums.stream().map(Sum::total).toList();
    }

    /** What has been added since. */
    public List<Total> totalsSince(List<Total> earlier) {
        List<Total> now = totals();
        List<Total> since = new ArrayList<>();
        for (int i = 0; i < now.size(); i++) {
            since.add(now.get(i).minus(earlier.get(i)));
        }
        return since;
    }
}
