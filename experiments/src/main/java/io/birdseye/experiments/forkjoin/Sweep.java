package io.birdseye.experiments.forkjoin;

import static io.birdseye.experiments.forkjoin.Workers.EXECUTOR;
import static io.birdseye.experiments.forkjoin.Workers.FORK_JOIN;
import static io.birdseye.experiments.forkjoin.Workers.ONE;
import static io.birdseye.experiments.forkjoin.Workers.STREAM;

import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The times of one task with all workers and all numbers of threads. The article took 4, 8, 16 and 32 threads on a
 * machine with eight virtual cores: half as many as cores, as many, twice and four times as many. The rules go by
 * these; the published numbers are measured as well.
 */
record Sweep(int cores, Task task, Measurements measurements) {

    static final List<Workers> PARALLEL = List.of(EXECUTOR, FORK_JOIN, STREAM);

    /** What the threads share: indexing, or testing a prime. */
    @FunctionalInterface
    interface Task {
        Variant with(Workers workers, int threads);
    }

    static int half(int cores) {
        return Math.max(1, cores / 2);
    }

    /** All numbers of threads, rising. */
    static List<Integer> threads(int cores) {
        return List.copyOf(new TreeSet<>(List.of(half(cores), cores, 2 * cores, 4 * cores, 4, 8, 16, 32)));
    }

    /** One thread, and the parallel workers with every number of threads. */
    static Stream<Variant> variants(int cores, Task task) {
        return Stream.concat(Stream.of(task.with(ONE, 1)), PARALLEL.stream().flatMap(workers ->
                threads(cores).stream().map(threads -> task.with(workers, threads))));
    }

    /** With the number of threads that is best for these workers. */
    Variant best(Workers... any) {
        return variants(any).min(byTime()).orElseThrow();
    }

    /** With the number of threads that is worst for these workers. */
    Variant worst(Workers... any) {
        return variants(any).max(byTime()).orElseThrow();
    }

    private Stream<Variant> variants(Workers... any) {
        return Stream.of(any).flatMap(workers -> threads(cores).stream().map(threads -> task.with(workers, threads)));
    }

    private Comparator<Variant> byTime() {
        return Comparator.comparingDouble(variant -> measurements.value(variant, "totalMs").value());
    }

    /** How many times as long the first takes. */
    MeasuredValue ratio(Variant over, Variant under) {
        return measurements.ratio("totalMs", over, under);
    }

    /** How many times as long one takes as the other with as many threads. */
    MeasuredValue ratio(Workers over, Workers under, int threads) {
        return ratio(task.with(over, threads), task.with(under, threads));
    }

    /** How many times as long it takes with some threads as with others. */
    MeasuredValue ratio(Workers workers, int over, int under) {
        return ratio(task.with(workers, over), task.with(workers, under));
    }

    /** One thread alone against the best parallel stream: how many times as fast the stream is. */
    MeasuredValue gainOfBestStream() {
        return ratio(best(STREAM), task.with(ONE, 1)).inverse();
    }

    /** One curve for each parallel way to use the threads, and one thread alone. */
    Picture chart(String title) {
        Picture chart = Picture.curves(title, "threads", "ms, with 95 % intervals");
        for (Workers workers : PARALLEL) {
            for (int threads : threads(cores)) {
                chart.point(workers.label(), threads, () -> measurements.value(task.with(workers, threads), "totalMs"));
            }
        }
        return chart.point("one thread", 1, () -> measurements.value(task.with(ONE, 1), "totalMs"));
    }
}
