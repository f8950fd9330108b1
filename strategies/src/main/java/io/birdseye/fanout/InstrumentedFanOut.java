package io.birdseye.fanout;

import static java.util.stream.Collectors.toUnmodifiableList;

import io.birdseye.fanout.TaskTiming.Kind;
import io.birdseye.model.CallPolicy;
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
 * {@link TaskError}. Calls in turn are tasks of their own, made one after the other by whoever makes the first.
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
    private final Task join = new Task("join", Kind.JOIN);
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
        return timed(join, () -> plan.joiner().join(parts, query));
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
                long fetched = 0;
                for (InstrumentedCall link = call; link != null; link = link.next) {
                    fetched = addTiming(link, fetched, timings);
                    allFetched = Math.max(allFetched, fetched);
                }
            }
            allCombined = Math.max(allCombined, addTiming(group, allFetched, combined));
        }
        timings.addAll(combined);
        var ignored = addTiming(join, allCombined, timings);
        return timings;
    }

    /** Where the time of this request went until now, which is when its strategy has ended. */
    public CriticalPath criticalPath(List<TaskTiming> timings) {
        return CriticalPath.of(timings, System.nanoTime() - beginNanos, stoppedNanos, clock.stoppedNanos());
    }

    /** Adds the timing of a task if it has ended; returns when it ended, or else 0. */
    private long addTiming(Task task, long readyNanos, List<TaskTiming> timings) {
        if (task.runs == 0) {
            return 0;
        }
        TaskTiming timing = task.timing(readyNanos);
        timings.add(timing);
        return timing.endNanos();
    }

    private interface Work<T, X extends Exception> {
        T run() throws X;
    }

    private <T, X extends Exception> T timed(Task task, Work<T, X> work) throws X {
        cancellation.throwIfCancelled();
        task.start();
        try {
            return work.run();
        } catch (RuntimeException e) {
            throw failure(e);
        } catch (Error e) {
            throw failure(TaskError.of(task.name, e));
        } finally {
            task.end();
        }
    }

    /** The failure of the request: the first one, with this one added as suppressed if it came later. */
    private RuntimeException failure(RuntimeException e) {
        cancellation.cancel(e);
        RuntimeException first = cancellation.cause();
        return first == null ? e : first;
    }

    /**
     * Records when and on which thread a task ran. The thread that runs the task writes, the thread that reports on the
     * request reads; the fields are volatile because a request may be given up while one of its tasks still runs.
     */
    private class Task {

        private final String name;
        private final Kind kind;
        // Written before runs is, and read after it.
        private long cpuNanos = RunClock.UNKNOWN;
        private long stoppedBeforeNanos;
        private long stoppedAfterNanos;
        private volatile long startNanos;
        private volatile long endNanos;
        private volatile String thread = "";
        private volatile int runs;

        Task(String name, Kind kind) {
            this.name = name;
            this.kind = kind;
        }

        public String name() {
            return name;
        }

        final void start() {
            stoppedBeforeNanos = clock.stoppedNanos();
            startNanos = System.nanoTime();
            // A call may end on another thread than it started on.
            cpuNanos = kind == Kind.IO ? RunClock.UNKNOWN : clock.cpuNanos();
        }

        @SuppressWarnings("NonAtomicVolatileUpdate") // a task has one owner at a time; a repeated run follows the first
        final void end() {
            Thread current = Thread.currentThread();
            thread = current.getName().isEmpty() ? "virtual-" + current.threadId() : current.getName();
            if (cpuNanos != RunClock.UNKNOWN) {
                cpuNanos = clock.cpuNanos() - cpuNanos;
            }
            endNanos = System.nanoTime();
            stoppedAfterNanos = clock.stoppedNanos();
            runs++;
        }

        private TaskTiming timing(long readyNanos) {
            long start = startNanos - beginNanos;
            long end = Math.max(start, endNanos - beginNanos);
            return new TaskTiming(name, kind, Math.min(readyNanos, start), start, end, thread, runs, cpuNanos,
                    stoppedBeforeNanos, stoppedAfterNanos, attempts());
        }

        TaskTiming.Attempts attempts() {
            return TaskTiming.Attempts.ONE;
        }
    }

    private final class InstrumentedGroup extends Task implements Group {

        private final Plan.GroupPlan plan;
        private final List<InstrumentedCall> calls;

        InstrumentedGroup(Plan.GroupPlan plan) {
            super(plan.name(), Kind.COMBINE);
            this.plan = plan;
            this.calls = plan.calls().stream().map(InstrumentedCall::new).collect(toUnmodifiableList());
        }

        @Override
        public List<Call> calls() {
            return List.copyOf(calls);
        }

        @Override
        public Part combine(List<Body> bodies) {
            concurrency.cpu().enter();
            try {
                return timed(this, () -> new Part(plan.name(), plan.combiner().combine(bodies, query)));
            } finally {
                concurrency.cpu().leave();
            }
        }
    }

    /** A call, or a link of its chain. Only one that is made as plainly as can be has no policy to look at. */
    private final class InstrumentedCall extends Task implements Call {

        private final Plan.CallPlan plan;
        private final @Nullable CallByPolicy byPolicy;
        private final @Nullable InstrumentedCall next;

        InstrumentedCall(Plan.CallPlan plan) {
            this(plan, plan.then() != null || plan.policy() != CallPolicy.ONCE);
        }

        private InstrumentedCall(Plan.CallPlan plan, boolean byPolicy) {
            super(plan.name(), Kind.IO);
            this.plan = plan;
            this.byPolicy = byPolicy
                    ? new CallByPolicy(plan, InstrumentedFanOut.this.plan.poolOf(plan), upstream, cancellation, concurrency.io())
                    : null;
            next = plan.then() == null ? null : new InstrumentedCall(plan.then(), true);
        }

        @Override
        TaskTiming.Attempts attempts() {
            return byPolicy == null ? TaskTiming.Attempts.ONE : byPolicy.attempts();
        }

        @Override
        public Body fetch() throws InterruptedException {
            if (byPolicy != null) {
                return fetch(byPolicy, Body.NONE);
            }
            // Before it is counted: it never gets onto the wire.
            cancellation.throwIfCancelled();
            concurrency.io().enter();
            try {
                return timed(this, () -> upstream.fetch(plan, cancellation).notEmpty());
            } finally {
                concurrency.io().leave();
            }
        }

        private Body fetch(CallByPolicy call, Body before) throws InterruptedException {
            if (!call.isMade()) {
                return before;
            }
            Body body = before.then(timed(this, call::fetch));
            return next == null || next.byPolicy == null ? body : next.fetch(next.byPolicy, body);
        }

        @Override
        public CompletionStage<Body> fetchAsync() {
            if (byPolicy != null) {
                return fetchAsync(byPolicy, Body.NONE);
            }
            RuntimeException gone = cancellation.cause();
            if (gone != null) {
                return CompletableFuture.failedFuture(gone);
            }
            concurrency.io().enter();
            start();
            try {
                return upstream.fetchAsync(plan, cancellation).handle((body, error) -> {
                    end();
                    concurrency.io().leave();
                    return checked(body, error);
                });
            } catch (Throwable e) {
                // There is no call, or none that can be followed: it counts as ended in any case.
                end();
                concurrency.io().leave();
                return CompletableFuture.failedFuture(failure(TaskError.unchecked(name(), e)));
            }
        }

        private CompletionStage<Body> fetchAsync(CallByPolicy call, Body before) {
            if (!call.isMade()) {
                return CompletableFuture.completedFuture(before);
            }
            RuntimeException gone = cancellation.cause();
            if (gone != null) {
                return CompletableFuture.failedFuture(gone);
            }
            start();
            try {
                CompletionStage<Body> made = call.fetchAsync().handle((body, error) -> {
                    end();
                    return before.then(checked(body, error));
                });
                InstrumentedCall behind = next;
                return behind == null || behind.byPolicy == null
                        ? made : made.thenCompose(body -> behind.fetchAsync(behind.byPolicy, body));
            } catch (Throwable e) {
                end();
                return CompletableFuture.failedFuture(failure(TaskError.unchecked(name(), e)));
            }
        }

        private Body checked(@Nullable Body body, @Nullable Throwable error) {
            try {
                if (error != null) {
                    throw TaskError.unchecked(name(), error);
                }
                return Objects.requireNonNull(body, "an upstream must bring a body or a failure").notEmpty();
            } catch (RuntimeException e) {
                throw failure(e);
            }
        }
    }
}
