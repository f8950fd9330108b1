package io.birdseye.strategy.forkjoin;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates fork/join pools that never have more threads than their size. */
final class WorkerPool {

    private WorkerPool() {}

    /**
     * A pool of at most {@code threads} threads; by default a pool adds threads when workers wait.
     *
     * <p>This cannot deadlock: a worker that waits for its subtasks runs them itself unless another worker runs them
     * already, and a call does not depend on other tasks.
     */
    static ForkJoinPool ofExactly(int threads, String name) {
        AtomicInteger number = new AtomicInteger();
        return new ForkJoinPool(
                threads,
                pool -> {
                    ForkJoinWorkerThread thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
                    thread.setName(name + "-" + number.incrementAndGet());
                    return thread;
                },
                null,
                false,
                threads,
                threads,
                0,
                saturated -> true,
                1,
                TimeUnit.MINUTES);
    }
}
