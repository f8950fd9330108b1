package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.measure.AtOnce;
import io.birdseye.experiments.measure.Experiment.Needs;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Probe.NotPossible;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.memory.SharedMemory;
import io.birdseye.model.Effort;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Threads that multiply shared lists: collector and object headers, layout, size as the article labels it (boxed lists
 * really take {@value #BOXED_BYTES} times as much), threads.
 */
public record Multiplication(Jvm jvm, Layout layout, double megabytes, int threads) implements Variant {

    /** How many bytes a boxed list really takes for each byte of the article's label. */
    static final double BOXED_BYTES = 7.6;

    /** Both primitive lists together take twice the article's label. */
    static final double PRIMITIVE_BYTES = 2;

    public enum Jvm {
        PARALLEL("-XX:+UseParallelGC"),
        SERIAL("-XX:+UseSerialGC"),
        G1("-XX:+UseG1GC"),
        COMPACT("-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders");

        private final String[] flags;

        Jvm(String... flags) {
            this.flags = flags;
        }
    }

    @Override
    public String name() {
        return "bv/shared/" + Format.label(jvm) + "/" + layout.label() + "-" + megabytes + "-"
                + threads;
    }

    @Override
    public Experiment experiment(Effort effort) {
        int heap = heapMb();
        Probe probe = new SharedMemoryProbe(this, effort.pick(60, 120));
        return Experiment.of(probe, jvm.flags)
                .named(name())
                .flags("-Xlog:gc*:file=gc-%p.log:uptime:filecount=0")
                .heap(heap)
                .runs(effort.pick(2, 10))
                .needs(new Needs((heap + 200L) << 20, 0, 0, 0))
                .takes(effort.pick(2, 4), 180);
    }

    /** While the processor's cache misses are counted. */
    Variant counted() {
        return Variant.of("bv/shared/cache-misses-" + threads, effort ->
                Experiment.of(new CacheCountersProbe(this))
                        .heap(heapMb())
                        .runs(effort.pick(2, 3))
                        .takes(effort.pick(4, 6), 120));
    }

    /** Room for the lists, and for twice what every thread makes at once. */
    private int heapMb() {
        double bytes = layout == Layout.BOXED ? BOXED_BYTES : PRIMITIVE_BYTES;
        return (int) (128 + megabytes * bytes * (1 + 2 * threads));
    }

    /**
     * Threads multiply the same shared lists, as requests of the service do. Records {@code perRequestMs}: the time for all
     * multiplications divided by how many there were, so half as much with two threads that do not hinder one another; and
     * {@code collectionShare}, the part of the time in which the collector stopped them.
     */
    public record SharedMemoryProbe(Multiplication of, int megabytesOfWork) implements Probe {

        private static final int FACTOR = 7;
        private static final int WARMUPS = 2;
        private static final int REPEATS = 3;

        @Override
        public void measure(ProbeContext context) throws Exception {
            SharedMemory memory = SharedMemory.ofMegabytes(of.megabytes, of.layout);
            // Equal work at every size: the larger the lists, the fewer rounds.
            int rounds = (int) Math.max(4, megabytesOfWork / (of.megabytes * of.threads));
            try (ExecutorService pool = Executors.newFixedThreadPool(of.threads)) {
                context.repeat(WARMUPS, REPEATS, () -> {
                    long collection = collectionMillis();
                    long start = System.nanoTime();
                    all(pool, memory, of.threads, rounds);
                    double millis = (System.nanoTime() - start) / 1e6;
                    context.record("perRequestMs", millis / (of.threads * rounds));
                    context.record("collectionShare", (collectionMillis() - collection) / millis);
                });
            }
        }

        static long collectionMillis() {
            return ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
                    .sum();
        }

        /** Every thread does this many rounds of both lists; returns the sum of the checksums. */
        static long all(ExecutorService pool, SharedMemory memory, int threads, int rounds)
                throws InterruptedException, ExecutionException {
            return AtOnce.on(pool, threads, thread -> {
                        long sum = 0;
                        for (int round = 0; round < rounds; round++) {
                            sum += memory.ints().multiply(FACTOR).checksum() + memory.longs().multiply(FACTOR).checksum();
                        }
                        return sum;
                    }).stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * Multiplies while {@code perf} counts the {@code missesPerElement}; virtual machines rarely offer the counters.
     */
    public record CacheCountersProbe(Multiplication of) implements Probe {

        private static final int ROUNDS = 20;
        private static final Pattern COUNT = Pattern.compile("(?m)^([0-9]+),.*cache-misses");

        @Override
        public void measure(ProbeContext context) throws Exception {
            SharedMemory memory = SharedMemory.ofMegabytes(of.megabytes, of.layout);
            long elements = (long) of.threads * ROUNDS * (memory.ints().size() + memory.longs().size());
            try (ExecutorService pool = Executors.newFixedThreadPool(of.threads)) {
                SharedMemoryProbe.all(pool, memory, of.threads, ROUNDS);
                Process perf = start();
                SharedMemoryProbe.all(pool, memory, of.threads, ROUNDS);
                context.record("missesPerElement", (double) misses(perf) / elements);
            }
        }

        private static Process start() throws NotPossible, InterruptedException {
            try {
                Process perf = new ProcessBuilder("perf", "stat", "-x", ",", "-e", "cache-misses", "-p",
                                String.valueOf(ProcessHandle.current().pid()))
                        .redirectErrorStream(true)
                        .start();
                if (perf.waitFor(500, TimeUnit.MILLISECONDS)) {
                    throw new NotPossible("perf cannot count here: " + output(perf));
                }
                return perf;
            } catch (IOException e) {
                throw new NotPossible("there is no perf here to read the cache counters");
            }
        }

        /** Interrupts perf, which then prints its counts and ends. */
        private static long misses(Process perf) throws IOException, InterruptedException, NotPossible {
            new ProcessBuilder("kill", "-INT", String.valueOf(perf.pid())).start().waitFor();
            String output = output(perf);
            MatchResult count = COUNT.matcher(output).results().findFirst().orElseThrow(() -> new NotPossible(
                    "this machine's cache counters are hidden from us: perf says " + output.strip()));
            return Long.parseLong(count.group(1));
        }

        private static String output(Process process) throws IOException {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
