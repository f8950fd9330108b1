package io.birdseye.fanout;

import io.birdseye.fanout.TaskTiming.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * The fan-out of one request over real upstreams. It records for every task when it was ready, when it started and
 * ended, and on which thread, so that queueing, I/O and CPU time can be told apart in the same way for every strategy.
 * It makes the first failure of a task the failure of the whole request.
 *
 * <p>The cost is two clock reads and a few stores per task.
 */
public final class InstrumentedFanOut implements FanOut {

    private final Upstream upstream;
    private final Query query;
    private final Concurrency concurrency;
    private final Cancellation cancellation;
    private final List<Group> groups;
    private final List<TaskClock> callClocks = new ArrayList<>();
    private final List<TaskClock> combineClocks = new ArrayList<>();
    private final TaskClock joinClock;
    private final Plan plan;
    private final long beginNanos = System.nanoTime();

    public InstrumentedFanOut(
            Plan plan, Upstream upstream, Query query, Concurrency concurrency, Cancellation cancellation) {
        this.plan = plan;
        this.upstream = upstream;
        this.query = query;
        this.concurrency = concurrency;
        this.cancellation = cancellation;
        List<Group> built = new ArrayList<>();
        for (Plan.GroupPlan group : plan.groups()) {
            List<Call> calls = new ArrayList<>();
            for (Plan.CallPlan call : group.calls()) {
                TaskClock clock = new TaskClock(call.name(), Kind.IO);
                callClocks.add(clock);
                calls.add(new InstrumentedCall(call, clock));
            }
            TaskClock clock = new TaskClock(group.name(), Kind.COMBINE);
            combineClocks.add(clock);
            built.add(new InstrumentedGroup(group, List.copyOf(calls), clock));
        }
        this.groups = List.copyOf(built);
        this.joinClock = new TaskClock("join", Kind.JOIN);
    }

    @Override
    public List<Group> groups() {
        return groups;
    }

    @Override
    public Overview join(List<Part> parts) {
        return timed(joinClock, () -> Overview.of(query.userId(), parts));
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    /** The timings of the tasks that have ended so far: the calls, then the combinations, then the join. */
    public List<TaskTiming> timings() {
        List<TaskTiming> timings = new ArrayList<>();
        int next = 0;
        long allCombined = 0;
        List<TaskTiming> combined = new ArrayList<>();
        for (int g = 0; g < plan.groups().size(); g++) {
            long bodiesThere = 0;
            for (int c = 0; c < plan.groups().get(g).calls().size(); c++) {
                TaskClock clock = callClocks.get(next++);
                if (clock.ended()) {
                    TaskTiming timing = clock.timing(beginNanos, 0);
                    bodiesThere = Math.max(bodiesThere, timing.endNanos());
                    timings.add(timing);
                }
            }
            TaskClock clock = combineClocks.get(g);
            if (clock.ended()) {
                TaskTiming timing = clock.timing(beginNanos, bodiesThere);
                allCombined = Math.max(allCombined, timing.endNanos());
                combined.add(timing);
            }
        }
        timings.addAll(combined);
        if (joinClock.ended()) {
            timings.add(joinClock.timing(beginNanos, allCombined));
        }
        return timings;
    }

    private <T> T timed(TaskClock clock, Supplier<T> work) {
        cancellation.throwIfCancelled();
        clock.start();
        try {
            return work.get();
        } catch (RuntimeException e) {
            throw failure(e);
        } finally {
            clock.end();
        }
    }

    /** The failure of the request: the first one, with this one added as suppressed if it came later. */
    private RuntimeException failure(RuntimeException e) {
        cancellation.cancel(e);
        RuntimeException first = cancellation.cause();
        return first == null ? e : first;
    }

    private Body checked(Plan.CallPlan call, Body body) {
        if (body.bytes().length == 0) {
            throw new UpstreamFailure(call.name(), UpstreamFailure.Kind.EMPTY, "it answered with an empty body");
        }
        return body;
    }

    private final class InstrumentedGroup implements Group {
        private final Plan.GroupPlan group;
        private final List<Call> calls;
        private final TaskClock clock;

        InstrumentedGroup(Plan.GroupPlan group, List<Call> calls, TaskClock clock) {
            this.group = group;
            this.calls = calls;
            this.clock = clock;
        }

        @Override
        public String name() {
            return group.name();
        }

        @Override
        public List<Call> calls() {
            return calls;
        }

        @Override
        public Part combine(List<Body> bodies) {
            concurrency.cpu().enter();
            try {
                return timed(clock, () -> new Part(group.name(), group.combiner().combine(bodies, query)));
            } finally {
                concurrency.cpu().leave();
            }
        }
    }

    private final class InstrumentedCall implements Call {
        private final Plan.CallPlan call;
        private final TaskClock clock;

        InstrumentedCall(Plan.CallPlan call, TaskClock clock) {
            this.call = call;
            this.clock = clock;
        }

        @Override
        public String name() {
            return call.name();
        }

        @Override
        public Body fetch() throws InterruptedException {
            cancellation.throwIfCancelled();
            concurrency.io().enter();
            clock.start();
            try {
                return checked(call, upstream.fetch(call, cancellation));
            } catch (RuntimeException e) {
                throw failure(e);
            } finally {
                clock.end();
                concurrency.io().leave();
            }
        }

        @Override
        public CompletionStage<Body> fetchAsync() {
            RuntimeException gone = cancellation.cause();
            if (gone != null) {
                return CompletableFuture.failedFuture(gone);
            }
            concurrency.io().enter();
            clock.start();
            return upstream.fetchAsync(call, cancellation).handle((body, error) -> {
                clock.end();
                concurrency.io().leave();
                try {
                    if (error != null) {
                        throw unchecked(error);
                    }
                    return checked(call, body);
                } catch (RuntimeException e) {
                    throw failure(e);
                }
            });
        }
    }

    private static RuntimeException unchecked(Throwable error) {
        Throwable cause = error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
        return cause instanceof RuntimeException e ? e : new CompletionException(cause);
    }
}
