package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProcessStatus;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Settings;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Threads multiply the same shared lists, as requests of the service do. Records {@code perRequestMs}: the time for all
 * multiplications divided by how many there were, so half as much with two threads that do not hinder one another; and
 * {@code collectionShare}, the part of the time in which the collector stopped them.
 */
public final class SharedMemoryProbe implements Probe {

    private static final int FACTOR = 7;

    @Override
    public void measure(Settings settings, Recorder recorder) throws Exception {
        int threads = settings.integer("threads");
        double megabytes = Double.parseDouble(settings.text("megabytes"));
        SharedMemory memory = SharedMemory.ofMegabytes(megabytes, settings.choice("layout", Layout.class));
        // The same work at every size: rounds go down as lists grow.
        int rounds = (int) Math.max(4, settings.integer("megabytesOfWork") / (megabytes * threads));
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            int warmups = settings.integer("warmups");
            for (int i = 0; i < warmups + settings.integer("repeats"); i++) {
                long collection = ProcessStatus.collectionMillis();
                long start = System.nanoTime();
                all(pool, memory, threads, rounds);
                double millis = (System.nanoTime() - start) / 1e6;
                if (i >= warmups) {
                    recorder.record("perRequestMs", millis / (threads * rounds));
                    recorder.record("collectionShare", (ProcessStatus.collectionMillis() - collection) / millis);
                }
            }
        }
    }

    /** Every thread does this many rounds of both lists; returns the sum of the checksums. */
    static long all(ExecutorService pool, SharedMemory memory, int threads, int rounds)
            throws InterruptedException, ExecutionException {
        List<Future<Long>> futures = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            futures.add(pool.submit(() -> {
                long sum = 0;
                for (int round = 0; round < rounds; round++) {
                    sum += memory.ints().multiply(FACTOR).checksum() + memory.longs().multiply(FACTOR).checksum();
                }
                return sum;
            }));
        }
        long sum = 0;
        for (Future<Long> future : futures) {
            sum += future.get();
        }
        return sum;
    }
}
