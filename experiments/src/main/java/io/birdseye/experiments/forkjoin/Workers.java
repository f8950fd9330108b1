package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.measure.AtOnce;
import io.birdseye.model.Format;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
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
    ONE,
    /** A fixed pool with one queue. */
    EXECUTOR,
    /** Recursive halving down to one task, in a pool of its own. */
    FORK_JOIN,
    /** A parallel stream, started inside a pool of its own so that it uses that and not the common one. */
    STREAM;

    /** The results in the order of the tasks. */
    @SuppressWarnings("unchecked") // an array of a generic type
    <T> List<T> run(int threads, int tasks, IntFunction<T> task) throws InterruptedException, ExecutionException {
        return switch (this) {
            case ONE -> IntStream.range(0, tasks).mapToObj(task).toList();
            case EXECUTOR -> {
                try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
                    yield AtOnce.on(pool, tasks, task::apply);
                }
            }
            case FORK_JOIN -> {
                try (ForkJoinPool pool = new ForkJoinPool(threads)) {
                    Object[] results = new Object[tasks];
                    pool.invoke(new Halving(0, tasks, i -> results[i] = task.apply(i)));
                    yield (List<T>) Arrays.asList(results);
                }
            }
            case STREAM -> {
                try (ForkJoinPool pool = new ForkJoinPool(threads)) {
                    yield pool.submit(() -> IntStream.range(0, tasks).parallel().mapToObj(task).toList()).get();
                }
            }
        };
    }

    public String label() {
        return Format.label(this);
    }

    /** Runs a range of tasks by halving it. */
    private static final class Halving extends RecursiveAction {

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
