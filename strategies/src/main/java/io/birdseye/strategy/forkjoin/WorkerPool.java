package io.birdseye.strategy.forkjoin;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes fork/join pools that never exceed their size. */
final class WorkerPool {

    private WorkerPool() {}

    /**
     * A pool of exactly so many threads, where the common one would add threads for those that wait.
     *
     * <p>That cannot lock up: a worker that waits for its subtasks runs them itself unless another worker has them
     * already, and a call ends without the help of any other task.
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
