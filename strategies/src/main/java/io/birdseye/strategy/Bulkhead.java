package io.birdseye.strategy;

import io.birdseye.fanout.Cancellation;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Bounds the number of threads that run a kind of task at the same time. Further threads wait in the order in which
 * they came. Strategies use it where they have more threads than the budget allows: HTTP threads, virtual threads, or
 * one pool for both kinds of work.
 *
 * <p>The name is that of the pattern in Michael Nygard's <i>Release It!</i> (2007), chapter 5.
 */
public final class Bulkhead {

    private final Semaphore permits;

    public Bulkhead(int concurrency) {
        // Fair: an unfair semaphore lets late requests pass and turns a short queue into a long tail.
        this.permits = new Semaphore(concurrency, true);
    }

    /** Runs the task on the calling thread as soon as the bound allows; an interrupt ends the wait. */
    public <T> T call(Callable<T> task) throws Exception {
        permits.acquire();
        try {
            return task.call();
        } finally {
            permits.release();
        }
    }

    /**
     * Like {@link #call(Callable)}, for a thread that serves only one request: it stops waiting when the request is
     * given up, and throws the reason. The thread may stay interrupted then, so a pool thread must not call this
     * method.
     */
    public <T> T call(Cancellation request, Callable<T> task) throws Exception {
        try (var waiting = request.onCancel(Thread.currentThread()::interrupt)) {
            permits.acquire();
        } catch (InterruptedException e) {
            request.throwIfCancelled();
            throw e;
        }
        try {
            return task.call();
        } finally {
            permits.release();
        }
    }

    /** Like {@link #call(Callable)}, for pool threads, which are not interrupted when a request is given up. */
    public <T> T get(Supplier<T> task) {
        permits.acquireUninterruptibly();
        try {
            return task.get();
        } finally {
            permits.release();
        }
    }
}
