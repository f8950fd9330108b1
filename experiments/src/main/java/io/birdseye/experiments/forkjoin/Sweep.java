package io.birdseye.experiments.forkjoin;

import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The measured times of one task with all workers and all numbers of threads. */
record Sweep(Measurements measurements, ThreadCounts counts, Task task) {

    static final List<Workers> PARALLEL = List.of(Workers.EXECUTOR, Workers.FORK_JOIN, Workers.STREAM);

    /** What the threads share: indexing, or testing a prime. */
    @FunctionalInterface
    interface Task {
        Variant with(Workers workers, int threads);
    }

    /** One thread, and the parallel workers with every number of threads. */
    static Stream<Variant> variants(ThreadCounts counts, Task task) {
        return Stream.concat(Stream.of(task.with(Workers.ONE, 1)), PARALLEL.stream().flatMap(workers ->
                counts.all().stream().map(threads -> task.with(workers, threads))));
    }

    /** The number of threads that is best for these workers. */
    Variant best(Workers... any) {
        return variants(any).min(byTime()).orElseThrow();
    }

    /** The number of threads that is worst for these workers. */
    Variant worst(Workers... any) {
        return variants(any).max(byTime()).orElseThrow();
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
        return ratio(best(Workers.STREAM), task.with(Workers.ONE, 1)).inverse();
    }

    private Stream<Variant> variants(Workers... any) {
        return Stream.of(any).flatMap(workers -> counts.all().stream().map(threads -> task.with(workers, threads)));
    }

    private Comparator<Variant> byTime() {
        return Comparator.comparingDouble(variant -> measurements.value(variant, "totalMs").value());
    }

    /** One curve for each parallel way to use the threads, and one thread alone. */
    ChartBuilder chart(String title) {
        ChartBuilder chart = Picture.curves(title, "threads", "ms, with 95 % intervals");
        for (Workers workers : PARALLEL) {
            for (int threads : counts.all()) {
                chart.point(workers.label(), threads, () -> measurements.value(task.with(workers, threads), "totalMs"));
            }
        }
        return chart.point("one thread", 1, () -> measurements.value(task.with(Workers.ONE, 1), "totalMs"));
    }
}
