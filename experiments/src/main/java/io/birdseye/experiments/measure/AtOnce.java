package io.birdseye.experiments.measure;

import io.birdseye.strategy.Futures;
import io.reactivex.Completable;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Runs numbered tasks at once and waits for all of them: what the articles' workloads have in common. */
public final class AtOnce {

    private AtOnce() {}

    /** A task by its number, which counts from 0. */
    @FunctionalInterface
    public interface Task<T> {
        T run(int number) throws Exception;
    }

    /** Hands every task to an executor, and returns the results in the order of the tasks. */
    public static <T> List<T> on(ExecutorService executor, int tasks, Task<T> task)
            throws InterruptedException, ExecutionException {
        return Futures.await(IntStream.range(0, tasks).mapToObj(number -> executor.submit(() -> task.run(number))));
    }

    /** Merges one {@code Completable} of RxJava 2 for each task, which chooses its own scheduler. */
    public static void merged(int tasks, IntFunction<Completable> task) {
        Completable.merge(IntStream.range(0, tasks).mapToObj(task).toList()).blockingAwait();
    }
}
