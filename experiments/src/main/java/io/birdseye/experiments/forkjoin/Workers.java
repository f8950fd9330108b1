package io.birdseye.experiments.forkjoin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RecursiveAction;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * The ways to run the same numbered tasks. However it is done, task {@code i} is {@code task.apply(i)} and does the
 * same arithmetic; the caller only waits, so {@code threads} is how many really work.
 */
public enum Workers {
    /** The calling thread, one task after the other. */
    ONE {
        @Override
        <T> List<T> run(int threads, int tasks, IntFunction<T> task) {
            return IntStream.range(0, tasks).mapToObj(task).toList();
        }
    },
    /** A fixed pool with one queue. */
    EXECUTOR {
        @Override
        <T> List<T> run(int threads, int tasks, IntFunction<T> task) throws InterruptedException, ExecutionException {
            try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
                List<Callable<T>> all = IntStream.range(0, tasks)
                        .<Callable<T>>mapToObj(number -> () -> task.apply(number))
                        .toList();
                List<T> results = new ArrayList<>(tasks);
                for (Future<T> future : pool.invokeAll(all)) {
                    results.add(future.get());
                }
                return results;
            }
        }
    },
    /** Recursive halving down to one task, in a pool of its own. */
    FORK_JOIN {
        @Override
        @SuppressWarnings("unchecked")
        <T> List<T> run(int threads, int tasks, IntFunction<T> task) {
            try (ForkJoinPool pool = new ForkJoinPool(threads)) {
                Object[] results = new Object[tasks];
                pool.invoke(new Halving(0, tasks, i -> results[i] = task.apply(i)));
                return (List<T>) Arrays.asList(results);
            }
        }
    },
    /** A parallel stream, started inside a pool of its own so that it uses that and not the common one. */
    STREAM {
        @Override
        <T> List<T> run(int threads, int tasks, IntFunction<T> task) throws InterruptedException, ExecutionException {
            try (ForkJoinPool pool = new ForkJoinPool(threads)) {
                return pool.submit(() -> IntStream.range(0, tasks).parallel().mapToObj(task).toList()).get();
            }
        }
    };

    /** The results in the order of the tasks. */
    abstract <T> List<T> run(int threads, int tasks, IntFunction<T> task)
            throws InterruptedException, ExecutionException;

    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Runs a range of tasks by halving it. */
    private static final class Halving extends RecursiveAction {

        private static final long serialVersionUID = 1;

        private final int from;
        private final int to;
        private final transient IntConsumer task;

        Halving(int from, int to, IntConsumer task) {
            this.from = from;
            this.to = to;
            this.task = task;
        }

        @Override
        protected void compute() {
            if (to - from == 1) {
                task.accept(from);
            } else if (to > from) {
                int middle = (from + to) >>> 1;
                invokeAll(new Halving(from, middle, task), new Halving(middle, to, task));
            }
        }
    }
}
