package io.birdseye.experiments.birdseyeview.memory;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.ProcessStatus;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Layout;
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
public final class SharedMemoryProbe implements Probe {

    private static final int FACTOR = 7;

    @Override
    public void measure(ProbeContext context) throws Exception {
        int threads = context.integer("threads");
        SharedMemory memory = memory(context);
        // The same work at every size: the larger the lists, the fewer rounds.
        int rounds = (int) Math.max(4, context.integer("megabytesOfWork") / (megabytes(context) * threads));
        try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
            context.repeat(() -> {
                long collection = ProcessStatus.collectionMillis();
                long start = System.nanoTime();
                all(pool, memory, threads, rounds);
                double millis = (System.nanoTime() - start) / 1e6;
                context.record("perRequestMs", millis / (threads * rounds));
                context.record("collectionShare", (ProcessStatus.collectionMillis() - collection) / millis);
            });
        }
    }

    static SharedMemory memory(ProbeContext context) {
        return SharedMemory.ofMegabytes(megabytes(context), context.choice("layout", Layout.class));
    }

    private static double megabytes(ProbeContext context) {
        return Double.parseDouble(context.text("megabytes"));
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
