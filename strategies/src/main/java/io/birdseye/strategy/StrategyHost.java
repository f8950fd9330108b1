package io.birdseye.strategy;

import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TaskError;
import io.birdseye.fanout.Upstream;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.model.Budget;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs fan-outs by strategies, for a service of your own. It owns the strategies and their threads, admits no more
 * requests than the budget allows, keeps the deadlines, and ends everything in {@link #close()}. It needs no web
 * framework. Safe for use by many threads.
 *
 * <p>A strategy is started by the first request for it and keeps its threads until the host is closed; each has the
 * whole budget. The host itself has one thread, for deadlines. Where the threads of all strategies are bounded, those
 * that have been idle for longest are closed to make room.
 */
public final class StrategyHost implements AutoCloseable {

    private static final Duration STUCK = Duration.ofMinutes(1);

    private final Strategies strategies;
    private final Shape shape;
    private final Budget budget;
    private final StrategyPools pools;
    private final ScheduledThreadPoolExecutor deadlines =
            new ScheduledThreadPoolExecutor(1, Pools.threads("strategy-host-deadlines"));
    private final Set<Request> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /**
     * A host of all strategies on the class path.
     *
     * @param shape of all fan-outs, because some strategies are built for one; {@link Plan#shape()} tells it
     * @param budget of each strategy
     */
    public StrategyHost(Shape shape, Budget budget) {
        this(Strategies.load(), shape, budget);
    }

    /** A host of these strategies, whose threads are not bounded. */
    public StrategyHost(Strategies strategies, Shape shape, Budget budget) {
        this(strategies, shape, budget, Integer.MAX_VALUE, STUCK);
    }

    /**
     * A host of these strategies.
     *
     * @param maxThreads the most threads of all strategies together; a request for a strategy that finds no room fails with
     *     {@link Overloaded}
     * @param stuckAfter see {@link #unable}; longer than the longest deadline
     */
    public StrategyHost(Strategies strategies, Shape shape, Budget budget, int maxThreads, Duration stuckAfter) {
        this.strategies = strategies;
        this.shape = shape;
        this.budget = budget;
        pools = new StrategyPools(shape, Math.max(1, strategies.all().size()), maxThreads, stuckAfter);
        deadlines.setRemoveOnCancelPolicy(true);
    }

    public Strategies strategies() {
        return strategies;
    }

    /**
     * Runs a fan-out by a strategy. A {@link Strategy.Blocking} strategy holds the calling thread until it has the
     * answer; any other returns at once. Cancelling the future gives the request up, and so does its deadline: calls on
     * the wire are aborted, and those that have not begun never will.
     *
     * @param strategy the name of the strategy, for example {@code virtual-threads}
     * @param plan of the host's shape; it may be one for all requests, or one made for this request
     * @return fails with {@link UpstreamFailure} if an upstream failed, with {@link DeadlineExceeded} if the deadline
     *     has passed, with {@link Overloaded} if as many requests are in flight as the budget allows, and with what a
     *     function of the plan threw. Code that is attached to it may run on a thread of the strategy
     * @throws IllegalArgumentException if there is no such strategy, the plan is of another shape, or the deadline is
     *     not positive
     */
    public CompletableFuture<Overview> run(
            String strategy, Plan plan, Upstream upstream, Query query, Duration deadline) {
        StrategyEntry entry = strategies.find(strategy).orElseThrow(() -> new IllegalArgumentException(
                "there is no strategy '" + strategy + "'; there is " + String.join(", ", strategies.names())));
        if (!plan.shape().equals(shape)) {
            throw new IllegalArgumentException("the plan has " + plan.shape().callsPerGroup()
                    + " calls in its groups, but the host is for " + shape.callsPerGroup());
        }
        if (!deadline.isPositive()) {
            throw new IllegalArgumentException("a deadline is positive, but this one is " + deadline);
        }
        StrategyPools.Pool pool;
        try {
            pool = pools.enter(entry, budget);
        } catch (Overloaded e) {
            return CompletableFuture.failedFuture(e);
        }
        Request request;
        try {
            InstrumentedFanOut work =
                    new InstrumentedFanOut(plan, upstream, query, pool.concurrency(), new Cancellation());
            request = new Request(pool, work);
            running.add(request);
        } catch (RuntimeException | Error e) {
            pool.leave();
            throw e;
        }
        try {
            request.watch(deadline);
        } catch (Error e) {
            request.giveUp(TaskError.of("deadline", e));
        }
        request.start();
        return request.answer;
    }

    /**
     * Why requests will not be answered, for a health check: strategies that are down, or have had requests in flight for
     * some time and ended none of them; empty if all is well. Quick, and on any thread. A strategy that is down is closed,
     * and the next request for it starts it anew.
     */
    public Optional<String> unable() {
        Optional<String> why = pools.unable();
        pools.retireDown();
        return why;
    }

    /** Gives up all requests in progress and ends the threads of all strategies; waits some seconds for them. */
    @Override
    public void close() {
        closed = true;
        running.forEach(request -> request.giveUp(closing()));
        pools.close();
        deadlines.shutdownNow();
    }

    private static CancellationException closing() {
        return new CancellationException("the host is closed");
    }

    private final class Request extends StrategyRun {

        private final CompletableFuture<Overview> answer = new CompletableFuture<>();

        Request(StrategyPools.Pool pool, InstrumentedFanOut work) {
            super(pool, work);
        }

        /** Gives the request up at its deadline, when its future is cancelled, and at once if the host is closed. */
        void watch(Duration deadline) {
            try {
                Future<?> timer = deadlines.schedule(
                        () -> giveUp(new DeadlineExceeded(deadline)), deadline.toNanos(), TimeUnit.NANOSECONDS);
                answer.whenComplete((overview, failure) -> {
                    timer.cancel(false);
                    if (answer.isCancelled() && !work().cancellation().isCancelled()) {
                        giveUp(new CancellationException("the request was cancelled"));
                    }
                });
            } catch (RejectedExecutionException e) {
                giveUp(closing());
            }
            if (closed) {
                giveUp(closing());
            }
        }

        @Override
        protected void ended(boolean givenUp, @Nullable Throwable failure) {
            running.remove(this);
        }

        @Override
        protected void succeeded(Overview overview) {
            answer.complete(overview);
        }

        @Override
        protected void failed(Throwable reason) {
            answer.completeExceptionally(unwrapped(reason));
        }
    }

    private static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException)
                && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
