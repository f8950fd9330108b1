package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProcessStatus;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The article's example: doubles a long list five times in turn, then five times at once on five threads, each into a
 * new list. Records {@code fiveInTurnMs}, {@code fiveAtOnceMs} (until the last is done), {@code spreadMs} between the
 * first and the last of them, and {@code collectionShare}, the part of that time in which the collector stopped them.
 */
public final class FiveAtOnceProbe implements Probe {

    private static final int TIMES = 5;

    @Override
    public void measure(Settings settings, Recorder recorder) throws Exception {
        int elements = settings.integer("elements");
        int expected = 2 * (elements - 1);
        Supplier<Integer> doubling = doubling(elements, settings.text("layout").equals("BOXED"));
        long start = System.nanoTime();
        for (int i = 0; i < TIMES; i++) {
            checked(doubling.get(), expected);
        }
        recorder.record("fiveInTurnMs", (System.nanoTime() - start) / 1e6);

        long collection = ProcessStatus.collectionMillis();
        long together = System.nanoTime();
        List<Double> ends = new ArrayList<>();
        try (ExecutorService pool = Executors.newFixedThreadPool(TIMES)) {
            List<Future<Double>> futures = new ArrayList<>();
            for (int i = 0; i < TIMES; i++) {
                futures.add(pool.submit(() -> {
                    checked(doubling.get(), expected);
                    return (System.nanoTime() - together) / 1e6;
                }));
            }
            for (Future<Double> future : futures) {
                ends.add(future.get());
            }
        }
        double last = ends.stream().max(Double::compare).orElseThrow();
        recorder.record("fiveAtOnceMs", last);
        recorder.record("spreadMs", last - ends.stream().min(Double::compare).orElseThrow());
        recorder.record("collectionShare", (ProcessStatus.collectionMillis() - collection) / last);
    }

    private static void checked(int last, int expected) {
        if (last != expected) {
            throw new IllegalStateException("the last element is " + last + ", not " + expected);
        }
    }

    /** Makes the list or array once; every call makes a new one of doubles and returns its last element. */
    static Supplier<Integer> doubling(int elements, boolean boxed) {
        if (boxed) {
            List<Integer> list = new ArrayList<>();
            for (int i = 0; i < elements; i++) {
                list.add(i);
            }
            return () -> list.stream().map(i -> i * 2).collect(Collectors.toList()).getLast();
        }
        int[] array = IntStream.range(0, elements).toArray();
        return () -> {
            int[] doubled = Arrays.stream(array).map(i -> i * 2).toArray();
            return doubled[doubled.length - 1];
        };
    }
}
