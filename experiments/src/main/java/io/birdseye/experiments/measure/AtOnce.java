package io.birdseye.experiments.measure;

import io.reactivex.Completable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

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
        List<Future<T>> all = new ArrayList<>(tasks);
        for (int i = 0; i < tasks; i++) {
            int number = i;
            all.add(executor.submit(() -> task.run(number)));
        }
        List<T> results = new ArrayList<>(tasks);
        for (Future<T> one : all) {
            results.add(one.get());
        }
        return results;
    }

    /** Merges one {@code Completable} of RxJava 2 for each task, which chooses its own scheduler. */
    public static void merged(int tasks, IntFunction<Completable> task) {
        List<Completable> all = new ArrayList<>(tasks);
        for (int i = 0; i < tasks; i++) {
            all.add(task.apply(i));
        }
        Completable.merge(all).blockingAwait();
    }
}
