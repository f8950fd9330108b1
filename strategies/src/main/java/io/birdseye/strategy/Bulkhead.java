package io.birdseye.strategy;

import io.birdseye.fanout.Cancellation;
import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Lets only so many threads in at a time and has the others wait in the order in which they came. Strategies use it
 * where their threads outnumber the budget: HTTP threads, virtual threads, or one pool for both kinds of work.
 *
 * <p>The name is that of the pattern in Michael Nygard's <i>Release It!</i> (2007), chapter 5.
 */
public final class Bulkhead {

    private final Semaphore permits;

    public Bulkhead(int concurrency) {
        // Fair: an unfair semaphore lets late requests pass and turns a short queue into a long tail.
        this.permits = new Semaphore(concurrency, true);
    }

    /**
     * Runs the task on the calling thread as soon as there is room for it.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     * @throws Exception what the task throws
     */
    public <T> T call(Callable<T> task) throws Exception {
        permits.acquire();
        try {
            return task.call();
        } finally {
            permits.release();
        }
    }

    /**
     * Like {@link #call(Callable)}, for a thread that belongs to one request alone: it stops to wait when the request
     * is given up. The thread may be left interrupted then, so a pool's thread must not come here.
     *
     * @throws Exception the reason why the request was given up, or what the task throws
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

    /** Like {@link #call(Callable)}, for pool threads, which nobody interrupts to end a request. */
    public <T> T get(Supplier<T> task) {
        permits.acquireUninterruptibly();
        try {
            return task.get();
        } finally {
            permits.release();
        }
    }
}
