package io.birdseye.experiments.birdseyeview.memory;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.birdseyeview.memory.Multiplication.Jvm;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.model.Layout;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** BV-7: when threads share much memory, one alone is faster. */
final class ManyThreadsLose {

    static final double BELOW = 5;
    static final double ABOVE = 10;

    /** Primitive lists of as many bytes as the boxed ones of the upper case. */
    static final double SAME_BYTES = ABOVE * Multiplication.BOXED_BYTES / Multiplication.PRIMITIVE_BYTES;

    private final int threads;

    private ManyThreadsLose(int cores) {
        this.threads = Math.max(2, cores);
    }

    static Claim claim(int cores) {
        ManyThreadsLose rules = new ManyThreadsLose(cores);
        return MemoryClaims.WORDS.claim("BV-7", rules::variants)
                .effect(rules::effect)
                .cause(rules::cause)
                .chart(rules::chart);
    }

    private List<Variant> variants(Effort effort) {
        Set<Variant> all = new LinkedHashSet<>();
        List<Double> sizes = effort.pick(List.of(0.5, BELOW, ABOVE), List.of(0.5, 2.0, BELOW, ABOVE, 64.0));
        int[] counts = effort == Effort.FULL ? IntStream.rangeClosed(1, threads).toArray() : new int[] {1, threads};
        for (int count : counts) {
            for (double size : sizes) {
                all.add(new Multiplication(Jvm.PARALLEL, Layout.BOXED, size, count));
                if (effort == Effort.FULL || size >= ABOVE) {
                    all.add(new Multiplication(Jvm.COMPACT, Layout.BOXED, size, count));
                    all.add(new Multiplication(Jvm.PARALLEL, Layout.PRIMITIVE, size, count));
                }
            }
            all.add(new Multiplication(Jvm.PARALLEL, Layout.PRIMITIVE, SAME_BYTES, count));
            all.add(new Multiplication(Jvm.SERIAL, Layout.BOXED, ABOVE, count));
            all.add(new Multiplication(Jvm.G1, Layout.BOXED, ABOVE, count));
        }
        all.add(counted(1));
        all.add(counted(threads));
        return List.copyOf(all);
    }

    private static Variant counted(int threads) {
        return new Multiplication(Jvm.PARALLEL, Layout.BOXED, ABOVE, threads).counted();
    }

    private Verdict effect(Measurements m) {
        return all(
                above("10 MB boxed: " + threads + " threads / one",
                        ratio(m, Jvm.PARALLEL, Layout.BOXED, ABOVE), 1),
                below("5 MB boxed: " + threads + " threads / one",
                        ratio(m, Jvm.PARALLEL, Layout.BOXED, BELOW), 1));
    }

    private Verdict cause(Measurements m) {
        String both = threads + " threads / one";
        return above("85 MB primitive: " + both, ratio(m, Jvm.PARALLEL, Layout.PRIMITIVE, SAME_BYTES), 1)
                .besideIfMeasured("10 MB boxed, compact headers: " + both,
                        () -> ratio(m, Jvm.COMPACT, Layout.BOXED, ABOVE))
                .besideIfMeasured("10 MB boxed, serial collector: " + both,
                        () -> ratio(m, Jvm.SERIAL, Layout.BOXED, ABOVE))
                .besideIfMeasured("10 MB boxed, G1: " + both, () -> ratio(m, Jvm.G1, Layout.BOXED, ABOVE))
                .besideIfMeasured("10 MB boxed: part of the time in the collector", () -> m.value(
                        new Multiplication(Jvm.PARALLEL, Layout.BOXED, ABOVE, threads), "collectionShare"))
                .besideIfMeasured("cache misses per element: " + both,
                        () -> m.ratio("missesPerElement", counted(threads), counted(1)));
    }

    private ChartBuilder chart(Measurements m) {
        ChartBuilder chart = Picture.curves("Several threads against one", "MB as labelled",
                threads + " threads / one, time of a multiplication; below 1 several win");
        for (double size : List.of(0.5, 2.0, BELOW, ABOVE, SAME_BYTES, 64.0)) {
            chart.point("boxed", size, () -> ratio(m, Jvm.PARALLEL, Layout.BOXED, size));
            chart.point("primitive", size, () -> ratio(m, Jvm.PARALLEL, Layout.PRIMITIVE, size));
        }
        return chart;
    }

    private MeasuredValue ratio(Measurements measured, Jvm jvm, Layout layout, double megabytes) {
        return measured.ratio("perRequestMs", new Multiplication(jvm, layout, megabytes, threads),
                new Multiplication(jvm, layout, megabytes, 1));
    }
}
