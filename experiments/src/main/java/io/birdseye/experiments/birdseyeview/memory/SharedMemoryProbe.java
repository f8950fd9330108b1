package io.birdseye.experiments.birdseyeview.memory;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Threads multiply the same shared lists, as requests of the service do. Records {@code perRequestMs}: the time for all
 * multiplications divided by how many there were, so half as much with two threads that do not hinder one another; and
 * {@code collectionShare}, the part of the time in which the collector stopped them.
 */
public record SharedMemoryProbe(
        int threads, double megabytes, Layout layout, int megabytesOfWork, int warmups, int repeats) implements Probe {

    private static final int FACTOR = 7;

    @Override
    public void measure(ProbeContext context) throws Exception {
        SharedMemory memory = SharedMemory.ofMegabytes(megabytes, layout);
        // The same work at every size: the larger the lists, the fewer rounds.
        int rounds = (int) Math.max(4, megabytesOfWork / (megabytes * threads));
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            context.repeat(warmups, repeats, () -> {
                long collection = collectionMillis();
                long start = System.nanoTime();
                all(pool, memory, threads, rounds);
                double millis = (System.nanoTime() - start) / 1e6;
                context.record("perRequestMs", millis / (threads * rounds));
                context.record("collectionShare", (collectionMillis() - collection) / millis);
            });
        }
    }

    /** Time of all collections so far. */
    static long collectionMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
                .sum();
    }

    /** Every thread does this many rounds of both lists; returns the sum of the checksums. */
    static long all(ExecutorService pool, SharedMemory memory, int threads, int rounds)
            throws InterruptedException, ExecutionException {
        Callable<Long> one = () -> {
            long sum = 0;
            for (int round = 0; round < rounds; round++) {
                sum += memory.ints().multiply(FACTOR).checksum() + memory.longs().multiply(FACTOR).checksum();
            }
            return sum;
        };
        long sum = 0;
        for (Future<Long> future : pool.invokeAll(Collections.nCopies(threads, one))) {
            sum += future.get();
        }
        return sum;
    }
}
