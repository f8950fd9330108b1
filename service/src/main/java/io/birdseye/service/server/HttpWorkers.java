package io.birdseye.service.server;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The HTTP threads. A request goes to an idle thread, else to a new one, else into the queue, else it is rejected: the
 * pool never holds more threads than there were requests at once, so the threads of a strategy can be counted apart
 * from it. (A plain executor would start all its threads before it used an idle one, or queue before it started any.)
 */
final class HttpWorkers implements Executor, AutoCloseable {

    private static final long IDLE_SECONDS = 30;

    private final HandOver queue = new HandOver();
    private final ThreadPoolExecutor threads;

    HttpWorkers(int maxThreads, int queueBound) {
        AtomicInteger number = new AtomicInteger();
        // One core thread never times out, so that a queued request always finds a taker.
        threads = new ThreadPoolExecutor(
                1,
                maxThreads,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                queue,
                task -> Thread.ofPlatform()
                        .name("http-" + number.incrementAndGet())
                        .unstarted(task),
                (task, pool) -> {
                    if (pool.isShutdown() || queue.size() >= queueBound || !queue.enqueue(task)) {
                        throw new RejectedExecutionException("all HTTP threads are busy and their queue is full");
                    }
                });
    }

    /** @throws RejectedExecutionException if all threads are busy and the queue is full */
    @Override
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /** Takes a task that has not been started out of the queue. */
    void remove(Runnable task) {
        queue.remove(task);
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    /** Offers a task to idle threads only; the executor then starts another thread, and enqueues if it cannot. */
    private static final class HandOver extends LinkedTransferQueue<Runnable> {

        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable task) {
            return tryTransfer(task);
        }

        boolean enqueue(Runnable task) {
            return super.offer(task);
        }
    }
}
