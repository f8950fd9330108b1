package io.birdseye.service.observe;

import io.birdseye.model.Format;
import io.birdseye.model.process.ServiceUse.Requests;
import io.birdseye.model.process.ServiceUse.SharedPool;
import io.birdseye.model.process.ServiceUse.Task;
import io.birdseye.fanout.CallPool;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.TaskTiming.Kind;
import io.birdseye.fanout.TaskTiming;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How all requests for overviews ended, and how long each task of the plan queued and ran in them. */
public final class Totals {

    /** In place of the strategy of a request that named none, or whose name was not read. */
    static final String NO_STRATEGY = "none";

    private final LongAdder started = new LongAdder();
    private final LongAdder finished = new LongAdder();
    private final LongAdder succeeded = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final Map<String, LongAdder> refusedBy = new ConcurrentHashMap<>(Map.of(NO_STRATEGY, new LongAdder()));
    private final LongAdder failed = new LongAdder();
    private final List<CallPool> pools;
    private final List<TaskSum> sums = new ArrayList<>();
    private volatile List<Task> atReset;

    public enum Outcome {
        SUCCEEDED,
        /** A queue inside the strategy was full. */
        REFUSED,
        FAILED
    }

    record TaskSum(
            String name, Kind kind, @Nullable String after, double share, LongAdder count, LongAdder queueNanos, LongAdder runNanos,
            LongAdder attempts, LongAdder timeouts) {

        TaskSum(String name, Kind kind) {
            this(name, kind, null, 1);
        }

        TaskSum(String name, Kind kind, @Nullable String after, double share) {
            this(name, kind, after, share, new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder(), new LongAdder());
        }

        Task task() {
            String label = Format.label(kind);
            return new Task(name, label, after, share, count.sum(), queueNanos.sum(), runNanos.sum(), attempts.sum(), timeouts.sum());
        }
    }

    public Totals(Plan plan) {
        pools = List.copyOf(plan.pools().values());
        plan.groups().forEach(group -> group.calls().forEach(call -> {
            String after = null;
            for (Plan.CallPlan link : call.chain()) {
                sums.add(new TaskSum(link.name(), Kind.IO, after, link.policy().probability()));
                after = link.name();
            }
        }));
        plan.groups().forEach(group -> sums.add(new TaskSum(group.name(), Kind.COMBINE)));
        sums.add(new TaskSum("join", Kind.JOIN));
        atReset = tasks();
    }

    public void started() {
        started.increment();
    }

    /** There was no room for a request, so no strategy started on it. */
    public void refused(@Nullable String strategy) {
        refused.increment();
        refusedBy.computeIfAbsent(Objects.requireNonNullElse(strategy, NO_STRATEGY), name -> new LongAdder()).increment();
    }

    /** Requests that no strategy started on, by strategy. */
    Map<String, LongAdder> refusedBy() {
        return refusedBy;
    }

    /** A strategy ended a request, in which these tasks ran. */
    public void ended(Outcome outcome, List<TaskTiming> timings) {
        finished.increment();
        switch (outcome) {
            case SUCCEEDED -> succeeded.increment();
            case REFUSED -> refused.increment();
            case FAILED -> failed.increment();
        }
        timings.forEach(this::add);
    }

    private void add(TaskTiming timing) {
        for (TaskSum sum : sums) {
            if (sum.kind == timing.kind() && sum.name.equals(timing.name())) {
                sum.count.increment();
                sum.queueNanos.add(timing.queueNanos());
                sum.runNanos.add(timing.runNanos());
                sum.attempts.add(timing.attempts().made());
                sum.timeouts.add(timing.attempts().timeouts());
                return;
            }
        }
    }

    public Requests requests() {
        // Finished first: in the other order, a request that starts and ends between the two reads would count as -1.
        long ended = finished.sum();
        long begun = started.sum();
        return new Requests(begun, ended, succeeded.sum(), refused.sum(), failed.sum());
    }

    List<TaskSum> sums() {
        return sums;
    }

    private List<Task> tasks() {
        return sums.stream().map(TaskSum::task).toList();
    }

    /** The tasks since the last {@link #resetTasks}, in the order of the plan. */
    public List<Task> tasksSinceReset() {
        List<Task> before = atReset;
        List<Task> now = tasks();
        return IntStream.range(0, now.size()).mapToObj(i -> now.get(i).since(before.get(i))).toList();
    }

    List<CallPool> pools() {
        return pools;
    }

    public List<SharedPool> poolsSinceReset() {
        return pools.stream().map(CallPool::use).toList();
    }

    public void resetTasks() {
        atReset = tasks();
        pools.forEach(CallPool::reset);
    }
}
