package io.birdseye.strategy.forkjoin;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.strategy.Overloaded;
import io.birdseye.strategy.Pools;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A fork/join pool that never has more threads than its size; by default a pool adds threads when workers wait.
 *
 * <p>This cannot deadlock: a worker that waits for its subtasks runs them itself unless another worker runs them already,
 * and a call does not depend on other tasks.
 */
final class WorkerPool extends ForkJoinPool {

    private final Object submitting = new Object();

    WorkerPool(String name, int threads) {
        super(
                threads, workers(name), null, false, threads, threads, 0,
                saturated -> true,
                1,
                TimeUnit.MINUTES);
    }

    private static ForkJoinWorkerThreadFactory workers(String name) {
        AtomicInteger number = new AtomicInteger();
        return pool -> worker(pool, name, number);
    }

    /**
     * A worker, or null if the system gives no thread: then the pool goes on with the workers that it has. If it were the
     * pool that could not start the thread, it would throw the error in the worker that asked for another one, which
     * would end together with the task that it had taken.
     */
    private static @Nullable ForkJoinWorkerThread worker(ForkJoinPool pool, String name, AtomicInteger number) {
        try {
            Pools.requireThreads(name, 1);
        } catch (OutOfMemoryError noThread) {
            return null;
        }
        ForkJoinWorkerThread thread = defaultForkJoinWorkerThreadFactory.newThread(pool);
        thread.setName(name + "-" + number.incrementAndGet());
        return thread;
    }

    /**
     * Runs a request in the pool: computes its parts and joins them.
     *
     * @throws Overloaded if the system does not even give the pool one thread
     */
    CompletableFuture<Overview> run(FanOut work, Supplier<List<Part>> parts) {
        Supplier<Overview> request = () -> {
            try {
                return work.join(parts.get());
            } catch (RuntimeException e) {
                // The pool throws a copy of another worker's exception; the request has the original.
                work.cancellation().throwIfCancelled();
                throw e;
            }
        };
        synchronized (submitting) {
            CompletableFuture<Overview> answer = CompletableFuture.supplyAsync(request, this);
            // A request that is left in the queue would keep the pool from asking for a thread with the next one.
            if (getPoolSize() == 0 && pollSubmission() != null) {
                throw new Overloaded("the system gives the strategy no thread");
            }
            return answer;
        }
    }
}
