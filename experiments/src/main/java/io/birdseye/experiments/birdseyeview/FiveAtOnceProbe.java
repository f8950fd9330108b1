package io.birdseye.experiments.birdseyeview;

import io.birdseye.experiments.birdseyeview.Multiplication.SharedMemoryProbe;
import io.birdseye.experiments.measure.AtOnce;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Experiment.Needs;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The article's example: doubles a long list five times in turn, then five times at once on five threads, each into a
 * new list. Records {@code fiveInTurnMs}, {@code fiveAtOnceMs} (until the last is done), {@code spreadMs} between the
 * first and the last of them, and {@code collectionShare}, the part of that time in which the collector stopped them.
 */
public record FiveAtOnceProbe(int elements, Layout layout) implements Probe {

    /** The heap in bytes for each element: the list takes 20, five doubled ones about 150 while they grow. */
    enum Heap {
        TIGHT(190),
        ROOMY(600);

        private final long bytesPerElement;

        Heap(long bytesPerElement) {
            this.bytesPerElement = bytesPerElement;
        }

        /** Lists in a heap of this size, with a collector such as {@code G1}. */
        Variant boxed(String collector) {
            return variant(label() + "-" + collector.toLowerCase(Locale.ROOT), collector, Layout.BOXED);
        }

        private Variant variant(String name, String collector, Layout layout) {
            return Variant.of("bv/five/" + name, effort -> {
                int elements = effort.pick(2_000_000, 10_000_000);
                int megabytes = (int) ((elements * bytesPerElement) >> 20) + 32;
                return Experiment.of(new FiveAtOnceProbe(elements, layout), "-XX:+Use" + collector + "GC",
                                "-Xlog:gc*:file=gc-%p.log:uptime:filecount=0")
                        .heap(megabytes)
                        .runs(effort.pick(3, 8))
                        .needs(new Needs((megabytes + 200L) << 20, 0, 0, 0))
                        .takes(effort.pick(1, 5), 180);
            });
        }

        String label() {
            return Format.label(this);
        }
    }

    static final Variant ARRAYS = Heap.ROOMY.variant("primitive", "Parallel", Layout.PRIMITIVE);

    private static final int TIMES = 5;

    @Override
    public void measure(ProbeContext context) throws Exception {
        int expected = 2 * (elements - 1);
        Supplier<Integer> doubling = doubling(elements, layout == Layout.BOXED);
        context.time("fiveInTurnMs", () -> {
            for (int i = 0; i < TIMES; i++) {
                checked(doubling.get(), expected);
            }
        });

        long collection = SharedMemoryProbe.collectionMillis();
        long together = System.nanoTime();
        DoubleSummaryStatistics ends = new DoubleSummaryStatistics();
        try (ExecutorService pool = Executors.newFixedThreadPool(TIMES)) {
            AtOnce.on(pool, TIMES, thread -> {
                        checked(doubling.get(), expected);
                        return (System.nanoTime() - together) / 1e6;
                    })
                    .forEach(ends::accept);
        }
        context.record("fiveAtOnceMs", ends.getMax());
        context.record("spreadMs", ends.getMax() - ends.getMin());
        context.record("collectionShare", (SharedMemoryProbe.collectionMillis() - collection) / ends.getMax());
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
