package io.birdseye.strategy;

import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.TaskError;
import io.birdseye.fanout.TaskTiming;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One request that a strategy works on, from its admission on. It is answered once: when the strategy has ended, or when
 * the request is given up before that. Its place in the pool is free when the strategy has ended, which may be after the
 * answer. Created on the thread that starts it.
 */
public abstract class StrategyRun {

    private final StrategyPools.Pool pool;
    private final InstrumentedFanOut work;
    private final AtomicBoolean answered = new AtomicBoolean();

    /** The thread that a blocking strategy holds; null when the strategy has ended, as the thread then serves others. */
    private @Nullable Thread held;

    protected StrategyRun(StrategyPools.Pool pool, InstrumentedFanOut work) {
        this.pool = pool;
        this.work = work;
    }

    /** The strategy has ended in time: the request is answered with this. */
    protected abstract void succeeded(Overview overview);

    /** The request is answered with the reason of its first failure, of which later ones may be consequences. */
    protected abstract void failed(Throwable reason);

    /**
     * The strategy has ended, with an overview if there is no failure. Called once, before the answer unless given up.
     */
    protected abstract void ended(boolean givenUp, @Nullable Throwable failure);

    protected final StrategyEntry entry() {
        return pool.entry();
    }

    protected final InstrumentedFanOut work() {
        return work;
    }

    protected final List<TaskTiming> timings() {
        return work.timings(pool.callsInTurn());
    }

    /** Runs the strategy; returns when the strategy needs the calling thread no more. */
    public final void start() {
        RuntimeException reason = work.cancellation().cause();
        if (reason != null) {
            end(null, reason);
            return;
        }
        switch (pool.strategy()) {
            case Strategy.Blocking strategy -> runHere(strategy);
            case Strategy.Async strategy -> {
                try {
                    strategy.run(work).whenComplete(this::end);
                } catch (Throwable e) {
                    end(null, e);
                }
            }
        }
    }

    private void runHere(Strategy.Blocking strategy) {
        Overview overview = null;
        Throwable failure = null;
        hold(Thread.currentThread());
        try {
            overview = strategy.run(work);
        } catch (Throwable e) {
            failure = e;
        } finally {
            hold(null);
        }
        if (failure instanceof InterruptedException && !work.cancellation().isCancelled()) {
            // Interrupted by the caller, which will want to know.
            work.cancellation().cancel(new CancellationException("the calling thread was interrupted"));
            Thread.currentThread().interrupt();
        }
        end(overview, failure);
    }

    /** At the end, clears an interrupt that came too late to be noticed. */
    @SuppressWarnings("ReturnValueIgnored") // the call clears the flag
    private synchronized void hold(@Nullable Thread thread) {
        held = thread;
        if (thread == null) {
            Thread.interrupted();
        }
    }

    /** Answers with the reason, aborts the calls on the wire, and interrupts the thread that a blocking strategy holds. */
    public final void giveUp(RuntimeException reason) {
        work.cancellation().cancel(reason);
        synchronized (this) {
            if (held != null) {
                held.interrupt();
            }
        }
        if (answered.compareAndSet(false, true)) {
            fail(reason);
        }
    }

    final void end(@Nullable Overview overview, @Nullable Throwable failure) {
        Throwable why = overview == null && failure == null
                ? new NullPointerException("a strategy must return an overview") : failure;
        try {
            if (why != null && !work.cancellation().isCancelled()) {
                // If no task has failed, but the strategy itself, some tasks may have been started.
                work.cancellation().cancel(TaskError.unchecked("strategy", why));
            }
        } finally {
            pool.leave();
        }
        boolean first = answered.compareAndSet(false, true);
        ended(!first, why);
        if (first && overview != null) {
            succeeded(overview);
        } else if (first && why != null) {
            fail(why);
        }
    }

    private void fail(Throwable failure) {
        RuntimeException first = work.cancellation().cause();
        failed(first == null ? failure : first);
    }
}
