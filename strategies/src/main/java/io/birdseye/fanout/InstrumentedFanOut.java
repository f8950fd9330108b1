package io.birdseye.fanout;

import static java.util.stream.Collectors.toUnmodifiableList;

import io.birdseye.fanout.TaskTiming.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The fan-out of one request over real upstreams. It records for every task when it was ready, when it started and
 * ended, and on which thread, so that queueing, I/O and CPU time can be told apart in the same way for every strategy.
 * It makes the first failure of a task the failure of the whole request. An {@link Error} that a task throws becomes a
 * {@link TaskError}.
 *
 * <p>The cost is two clock reads and a few stores per task, and what the {@link RunClock} takes.
 */
public final class InstrumentedFanOut implements FanOut {

    private final Plan plan;
    private final Upstream upstream;
    private final Query query;
    private final Concurrency concurrency;
    private final Cancellation cancellation;
    private final List<InstrumentedGroup> groups;
    private final RunClock clock;
    private final TaskClock joinClock;
    private final long stoppedNanos;
    private final long beginNanos = System.nanoTime();

    /** Tells queueing, I/O and the rest apart; see {@link RunClock} for more. */
    public InstrumentedFanOut(
            Plan plan, Upstream upstream, Query query, Concurrency concurrency, Cancellation cancellation) {
        this(plan, upstream, query, concurrency, cancellation, RunClock.NONE);
    }

    public InstrumentedFanOut(
            Plan plan, Upstream upstream, Query query, Concurrency concurrency, Cancellation cancellation,
            RunClock clock) {
        this.clock = clock;
        this.stoppedNanos = clock.stoppedNanos();
        this.joinClock = new TaskClock("join", Kind.JOIN, clock);
        this.plan = plan;
        this.upstream = upstream;
        this.query = query;
        this.concurrency = concurrency;
        this.cancellation = cancellation;
        this.groups = plan.groups().stream().map(InstrumentedGroup::new).collect(toUnmodifiableList());
    }

    @Override
    public List<Group> groups() {
        return List.copyOf(groups); // changes only the type: an unmodifiable list is not copied
    }

    @Override
    public Overview join(List<Part> parts) {
        return timed(joinClock, () -> plan.joiner().join(parts, query));
    }

    @Override
    public Cancellation cancellation() {
        return cancellation;
    }

    /**
     * The timings of the tasks that have ended so far: the calls, then the combinations, then the join.
     *
     * @param inTurn whether the strategy runs the tasks of a request one after the other. Then a task is ready when the
     *     one before it has ended: until then it waits for its own request, not for a thread
     */
    public List<TaskTiming> timings(boolean inTurn) {
        List<TaskTiming> timings = timings();
        return inTurn ? timings.stream().map(task -> task.behind(timings)).toList() : timings;
    }

    /** The same of a strategy that starts all calls of a request at once. */
    public List<TaskTiming> timings() {
        List<TaskTiming> timings = new ArrayList<>();
        List<TaskTiming> combined = new ArrayList<>();
        long allCombined = 0;
        for (InstrumentedGroup group : groups) {
            long allFetched = 0;
            for (InstrumentedCall call : group.calls) {
                allFetched = Math.max(allFetched, addTiming(call.clock, 0, timings));
            }
            allCombined = Math.max(allCombined, addTiming(group.clock, allFetched, combined));
        }
        timings.addAll(combined);
        var ignored = addTiming(joinClock, allCombined, timings);
        return timings;
    }

    /** Where the time of this request went until now, which is when its strategy has ended. */
    public CriticalPath criticalPath(List<TaskTiming> timings) {
        return CriticalPath.of(timings, System.nanoTime() - beginNanos, stoppedNanos, clock.stoppedNanos());
    }

    /** Adds the timing of a task if it has ended; returns when it ended, or else 0. */
    private long addTiming(TaskClock clock, long readyNanos, List<TaskTiming> timings) {
        if (!clock.ended()) {
            return 0;
        }
        TaskTiming timing = clock.timing(beginNanos, readyNanos);
        timings.add(timing);
        return timing.endNanos();
    }

    private interface Work<T, X extends Exception> {
        T run() throws X;
    }

    private <T, X extends Exception> T timed(TaskClock clock, Work<T, X> work) throws X {
        cancellation.throwIfCancelled();
        clock.start();
        try {
            return work.run();
        } catch (RuntimeException e) {
            throw failure(e);
        } catch (Error e) {
            throw failure(TaskError.of(clock.name(), e));
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

    private final class InstrumentedGroup implements Group {

        private final Plan.GroupPlan plan;
        private final List<InstrumentedCall> calls;
        private final TaskClock clock;

        InstrumentedGroup(Plan.GroupPlan plan) {
            this.plan = plan;
            this.calls = plan.calls().stream().map(InstrumentedCall::new).collect(toUnmodifiableList());
            this.clock = new TaskClock(plan.name(), Kind.COMBINE, InstrumentedFanOut.this.clock);
        }

        @Override
        public String name() {
            return plan.name();
        }

        @Override
        public List<Call> calls() {
            return List.copyOf(calls);
        }

        @Override
        public Part combine(List<Body> bodies) {
            concurrency.cpu().enter();
            try {
                return timed(clock, () -> new Part(plan.name(), plan.combiner().combine(bodies, query)));
            } finally {
                concurrency.cpu().leave();
            }
        }
    }

    private final class InstrumentedCall implements Call {

        private final Plan.CallPlan plan;
        private final TaskClock clock;

        InstrumentedCall(Plan.CallPlan plan) {
            this.plan = plan;
            this.clock = new TaskClock(plan.name(), Kind.IO, InstrumentedFanOut.this.clock);
        }

        @Override
        public String name() {
            return plan.name();
        }

        @Override
        public Body fetch() throws InterruptedException {
            // Before it is counted: it never gets onto the wire.
            cancellation.throwIfCancelled();
            concurrency.io().enter();
            try {
                return timed(clock, () -> checked(upstream.fetch(plan, cancellation)));
            } finally {
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
            try {
                return upstream.fetchAsync(plan, cancellation).handle(this::ended);
            } catch (Throwable e) {
                // There is no call, or none that can be followed: it counts as ended in any case.
                clock.end();
                concurrency.io().leave();
                return CompletableFuture.failedFuture(failure(TaskError.unchecked(name(), e)));
            }
        }

        private Body ended(@Nullable Body body, @Nullable Throwable error) {
            clock.end();
            concurrency.io().leave();
            try {
                if (error != null) {
                    throw TaskError.unchecked(name(), error);
                }
                return checked(Objects.requireNonNull(body, "an upstream must bring a body or a failure"));
            } catch (RuntimeException e) {
                throw failure(e);
            }
        }

        private Body checked(Body body) {
            if (body.bytes().length == 0) {
                throw new UpstreamFailure(name(), UpstreamFailure.Kind.EMPTY, "it answered with an empty body");
            }
            return body;
        }
    }
}
