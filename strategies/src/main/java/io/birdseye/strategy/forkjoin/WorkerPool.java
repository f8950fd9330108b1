package io.birdseye.strategy.forkjoin;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Fork/join pools that never have more threads than their size. */
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

    /** Runs a request in the pool: computes its parts and joins them. */
    static CompletableFuture<Overview> run(ForkJoinPool pool, FanOut work, Supplier<List<Part>> parts) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return work.join(parts.get());
                    } catch (RuntimeException e) {
                        // The pool throws a copy of another worker's exception; the request has the original.
                        work.cancellation().throwIfCancelled();
                        throw e;
                    }
                },
                pool);
    }
}
