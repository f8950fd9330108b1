package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Plan.CallPlan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.fanout.TaskTiming.Kind;
import io.birdseye.fanout.Upstream;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * How often a request goes from one thread to another: from the caller to each call, from the last call of a group to
 * its combination, and from the last combination to the join.
 */
final class HandOffs {

    private static final int REQUESTS = 200;
    private static final Query QUERY = new Query(7, 1, 1, SharedMemory.ofMegabytes(0, Layout.PRIMITIVE));
    private static final Plan PLAN = new Plan(List.of(group("a"), group("b")));

    private static final Upstream UPSTREAM = new Upstream() {
        @Override
        public Body fetch(CallPlan call, Cancellation cancellation) {
            return new Body(call.name(), call.name().getBytes());
        }

        @Override
        public CompletionStage<Body> fetchAsync(CallPlan call, Cancellation cancellation) {
            return CompletableFuture.completedFuture(fetch(call, cancellation));
        }
    };

    private HandOffs() {}

    /** Combines by writing both bodies as one text, which shows that each call was made and combined once. */
    private static Plan.GroupPlan group(String name) {
        return new Plan.GroupPlan(
                name, List.of(new CallPlan(name + "1", "/1"), new CallPlan(name + "2", "/2")),
                (bodies, query) ->
                        ('"' + new String(bodies.get(0).bytes()) + new String(bodies.get(1).bytes()) + '"').getBytes());
    }

    /** A request of user 7 that keeps the timings of its tasks. */
    static InstrumentedFanOut work() {
        return new InstrumentedFanOut(PLAN, UPSTREAM, QUERY, new Concurrency(), new Cancellation());
    }

    /** The mean over some requests, none at the same time. */
    static double perRequest(String variant) throws Exception {
        String caller = Thread.currentThread().getName();
        long sum = 0;
        try (Baseline runner = Variants.create(variant)) {
            for (int i = 0; i < REQUESTS; i++) {
                InstrumentedFanOut work = work();
                var _ = runner.run(work);
                List<TaskTiming> tasks = work.timings();
                sum += tasks.stream().filter(task -> !task.thread().equals(threadBefore(task, tasks, caller))).count();
            }
        }
        return (double) sum / REQUESTS;
    }

    /** The thread of the last task that a task waits for. The name of a call begins with that of its group. */
    private static String threadBefore(TaskTiming task, List<TaskTiming> tasks, String caller) {
        return tasks.stream()
                .filter(other -> switch (task.kind()) {
                    case IO -> false;
                    case COMBINE -> other.kind() == Kind.IO && other.name().startsWith(task.name());
                    case JOIN -> other.kind() == Kind.COMBINE;
                })
                .max(Comparator.comparingLong(TaskTiming::endNanos))
                .map(TaskTiming::thread)
                .orElse(caller);
    }
}
