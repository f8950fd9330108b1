package io.birdseye.benchmarks.overhead;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.fanout.Upstream;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import java.util.ArrayList;
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
    private static final Query QUERY = new Query(1, 1, 1, SharedMemory.ofMegabytes(0, Layout.PRIMITIVE));
    private static final Plan PLAN = new Plan(List.of(group("a"), group("b")));

    private HandOffs() {}

    private static Plan.GroupPlan group(String name) {
        return new Plan.GroupPlan(
                name,
                List.of(new Plan.CallPlan(name + "1", "/" + name + "1"), new Plan.CallPlan(name + "2", "/" + name + "2")),
                (bodies, query) -> bodies.getFirst().bytes());
    }

    /** The mean over some requests, none at the same time. */
    static double perRequest(String variant) throws Exception {
        long sum = 0;
        try (Baseline runner = Variants.create(variant)) {
            for (int i = 0; i < REQUESTS; i++) {
                InstrumentedFanOut work = new InstrumentedFanOut(
                        PLAN, new FreeUpstream(), QUERY, new Concurrency(), new Cancellation());
                var _ = runner.run(work);
                sum += count(work.timings(), Thread.currentThread().getName());
            }
        }
        return (double) sum / REQUESTS;
    }

    static int count(List<TaskTiming> timings, String caller) {
        int handOffs = 0;
        List<TaskTiming> combinations = new ArrayList<>();
        for (Plan.GroupPlan group : PLAN.groups()) {
            List<TaskTiming> calls = timings.stream()
                    .filter(timing -> group.calls().stream().anyMatch(call -> call.name().equals(timing.name())))
                    .toList();
            for (TaskTiming call : calls) {
                handOffs += call.thread().equals(caller) ? 0 : 1;
            }
            for (TaskTiming timing : timings) {
                if (timing.kind() == TaskTiming.Kind.COMBINE && timing.name().equals(group.name())) {
                    handOffs += timing.thread().equals(last(calls)) ? 0 : 1;
                    combinations.add(timing);
                }
            }
        }
        for (TaskTiming timing : timings) {
            if (timing.kind() == TaskTiming.Kind.JOIN) {
                handOffs += timing.thread().equals(last(combinations)) ? 0 : 1;
            }
        }
        return handOffs;
    }

    private static String last(List<TaskTiming> timings) {
        return timings.stream()
                .max(Comparator.comparingLong(TaskTiming::endNanos))
                .map(TaskTiming::thread)
                .orElse("");
    }

    private static final class FreeUpstream implements Upstream {

        private static final byte[] JSON = {'[', ']'};

        @Override
        public Body fetch(Plan.CallPlan call, Cancellation cancellation) {
            return new Body(call.name(), JSON);
        }

        @Override
        public CompletionStage<Body> fetchAsync(Plan.CallPlan call, Cancellation cancellation) {
            return CompletableFuture.completedFuture(new Body(call.name(), JSON));
        }
    }
}
