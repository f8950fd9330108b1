package io.birdseye.experiments.birdseyeview.memory;

import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Experiment.Needs;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.model.Layout;
import java.time.Duration;
import java.util.Locale;

/**
 * Threads that multiply shared lists: collector and object headers, layout, size as the article labels it, threads.
 *
 * @param megabytes the label; boxed lists really take {@value #BOXED_BYTES} times as much
 */
record Multiplication(Jvm jvm, Layout layout, double megabytes, int threads) implements Variant {

    /** How many bytes a boxed list really takes for each byte of the article's label. */
    static final double BOXED_BYTES = 7.6;

    /** Both primitive lists together take twice the article's label. */
    static final double PRIMITIVE_BYTES = 2;

    /** What is different about the JVM; the name stands in the variant's name. */
    enum Jvm {
        PARALLEL("-XX:+UseParallelGC"),
        SERIAL("-XX:+UseSerialGC"),
        G1("-XX:+UseG1GC"),
        COMPACT("-XX:+UseParallelGC", "-XX:+UseCompactObjectHeaders");

        private final String collector;
        private final String[] others;

        Jvm(String collector, String... others) {
            this.collector = collector;
            this.others = others;
        }
    }

    @Override
    public String name() {
        return "bv/shared/" + jvm.name().toLowerCase(Locale.ROOT) + "/" + layout.label() + "-" + megabytes + "-"
                + threads;
    }

    @Override
    public Experiment experiment(Effort effort) {
        int heap = heapMb();
        Probe probe = new SharedMemoryProbe(threads, megabytes, layout, effort.pick(60, 120), 2, 3);
        return Experiment.of(probe, jvm.collector)
                .named(name())
                .flags(jvm.others)
                .flags("-Xlog:gc*:file=gc-%p.log:uptime:filecount=0")
                .heap(heap)
                .runs(effort.pick(2, 10))
                .needs(new Needs((heap + 200L) << 20, 0, 0, 0))
                .takes(Duration.ofSeconds(effort.pick(2, 4)), Duration.ofSeconds(180));
    }

    /** The same while the processor's cache misses are counted. */
    Variant counted() {
        return Variant.of("bv/shared/cache-misses-" + threads, effort ->
                Experiment.of(new CacheCountersProbe(threads, megabytes, layout))
                        .heap(heapMb())
                        .runs(effort.pick(2, 3))
                        .takes(Duration.ofSeconds(effort.pick(4, 6)), Duration.ofSeconds(120)));
    }

    /** Room for the lists, and for twice what every thread makes at once. */
    private int heapMb() {
        double bytes = layout == Layout.BOXED ? BOXED_BYTES : PRIMITIVE_BYTES;
        return (int) (128 + megabytes * bytes * (1 + 2 * threads));
    }
}
