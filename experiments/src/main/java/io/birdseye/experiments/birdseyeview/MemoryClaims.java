package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.any;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.model.Layout.BOXED;
import static io.birdseye.model.Layout.PRIMITIVE;

import io.birdseye.experiments.birdseyeview.FiveAtOnceProbe.Heap;
import io.birdseye.experiments.birdseyeview.Multiplication.Jvm;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.model.Layout;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The main article's claims on memory that threads share: so many threads against one alone. */
public record MemoryClaims(int threads) {

    /** MB as the article labels them: several threads win with the one and lose with the other. */
    static final double BELOW = 5;
    static final double ABOVE = 10;

    /** Primitive lists of as many bytes as the boxed ones of the upper case. */
    static final double SAME_BYTES = ABOVE * Multiplication.BOXED_BYTES / Multiplication.PRIMITIVE_BYTES;

    /** Published: 15.2 s against five times about 0.5 s, six times as long. */
    private static final double STALL = 1.5;

    private static final List<String> COLLECTORS = List.of("Parallel", "Serial", "G1");
    private static final List<String> QUICK_COLLECTORS = List.of("Parallel", "G1");

    public static List<Claim> claims(int cores) {
        MemoryClaims many = new MemoryClaims(Math.max(2, cores));
        return List.of(
                Claim.of("BV-7", many::multiplications)
                        .effect(many::manyThreadsLoseAbove)
                        .cause(many::bytesDecide)
                        .chart(many::sizeChart),
                Claim.of("BV-8", effort -> fives(effort.pick(QUICK_COLLECTORS, COLLECTORS)))
                        .effect(m -> any(stalls(m, Heap.TIGHT), stalls(m, Heap.ROOMY)))
                        .cause(MemoryClaims::stallsWithRoom)
                        .chart(MemoryClaims::collectorChart));
    }

    private List<Variant> multiplications(Effort effort) {
        Set<Variant> all = new LinkedHashSet<>();
        List<Double> sizes = effort.pick(List.of(0.5, BELOW, ABOVE), List.of(0.5, 2.0, BELOW, ABOVE, 64.0));
        int[] counts = effort == Effort.THOROUGH ? IntStream.rangeClosed(1, threads).toArray() : new int[] {1, threads};
        for (int count : counts) {
            for (double size : sizes) {
                all.add(new Multiplication(Jvm.PARALLEL, BOXED, size, count));
                if (effort == Effort.THOROUGH || size >= ABOVE) {
                    all.add(new Multiplication(Jvm.COMPACT, BOXED, size, count));
                    all.add(new Multiplication(Jvm.PARALLEL, PRIMITIVE, size, count));
                }
            }
            all.add(new Multiplication(Jvm.PARALLEL, PRIMITIVE, SAME_BYTES, count));
            all.add(new Multiplication(Jvm.SERIAL, BOXED, ABOVE, count));
            all.add(new Multiplication(Jvm.G1, BOXED, ABOVE, count));
        }
        all.add(counted(1));
        all.add(counted(threads));
        return List.copyOf(all);
    }

    private static Variant counted(int threads) {
        return new Multiplication(Jvm.PARALLEL, BOXED, ABOVE, threads).counted();
    }

    private Verdict manyThreadsLoseAbove(Measurements m) {
        String both = " MB boxed: " + threads + " threads / one";
        return all(above("10" + both, overOne(m, Jvm.PARALLEL, BOXED, ABOVE), 1),
                below("5" + both, overOne(m, Jvm.PARALLEL, BOXED, BELOW), 1));
    }

    private Verdict bytesDecide(Measurements m) {
        String both = threads + " threads / one";
        return above("76 MB primitive: " + both, overOne(m, Jvm.PARALLEL, PRIMITIVE, SAME_BYTES), 1)
                .explainIfMeasured("10 MB boxed, compact headers: " + both, () -> overOne(m, Jvm.COMPACT, BOXED, ABOVE))
                .explainIfMeasured("10 MB boxed, serial collector: " + both, () -> overOne(m, Jvm.SERIAL, BOXED, ABOVE))
                .explainIfMeasured("10 MB boxed, G1: " + both, () -> overOne(m, Jvm.G1, BOXED, ABOVE))
                .explainIfMeasured("10 MB boxed: part of the time in the collector", () -> m.value(
                        new Multiplication(Jvm.PARALLEL, BOXED, ABOVE, threads), "collectionShare"))
                .explainIfMeasured("cache misses per element: " + both,
                        () -> m.ratio("missesPerElement", counted(threads), counted(1)));
    }

    private Picture sizeChart(Measurements m) {
        Picture chart = Picture.curves("Several threads against one", "MB as labelled",
                threads + " threads / one, time of a multiplication; below 1 several win");
        for (double size : List.of(0.5, 2.0, BELOW, ABOVE, SAME_BYTES, 64.0)) {
            chart.point("boxed", size, () -> overOne(m, Jvm.PARALLEL, BOXED, size));
            chart.point("primitive", size, () -> overOne(m, Jvm.PARALLEL, PRIMITIVE, size));
        }
        return chart;
    }

    private MeasuredValue overOne(Measurements measured, Jvm jvm, Layout layout, double megabytes) {
        return measured.ratio("perRequestMs", new Multiplication(jvm, layout, megabytes, threads),
                new Multiplication(jvm, layout, megabytes, 1));
    }

    private static List<Variant> fives(List<String> collectors) {
        List<Variant> all = new ArrayList<>();
        for (Heap heap : Heap.values()) {
            collectors.forEach(collector -> all.add(heap.boxed(collector)));
        }
        all.add(FiveAtOnceProbe.ARRAYS);
        return all;
    }

    private static Verdict stalls(Measurements measured, Heap heap) {
        return above(heap.label() + " heap: five at once / five in turn", slowdown(measured, heap.boxed("Parallel")),
                STALL);
    }

    private static Verdict stallsWithRoom(Measurements m) {
        Verdict verdict = stalls(m, Heap.ROOMY);
        for (Heap heap : Heap.values()) {
            for (String collector : COLLECTORS) {
                Variant five = heap.boxed(collector);
                if (m.has(five)) {
                    String what = heap.label() + " heap, " + collector;
                    verdict = verdict
                            .explainIfMeasured(what + ": five at once / five in turn", () -> slowdown(m, five))
                            .explainIfMeasured(what + ": part of the time in the collector",
                                    () -> m.value(five, "collectionShare"));
                }
            }
        }
        return verdict.explainIfMeasured("arrays: five at once / five in turn",
                () -> slowdown(m, FiveAtOnceProbe.ARRAYS));
    }

    private static Picture collectorChart(Measurements m) {
        Picture chart = Picture.bars("Five at once against five in turn", "times as long, with 95 % intervals");
        for (Heap heap : Heap.values()) {
            COLLECTORS.forEach(collector ->
                    chart.bar(heap.label() + " heap, " + collector, () -> slowdown(m, heap.boxed(collector))));
        }
        return chart.bar("arrays", () -> slowdown(m, FiveAtOnceProbe.ARRAYS));
    }

    private static MeasuredValue slowdown(Measurements measured, Variant five) {
        return measured.ratio(five, "fiveAtOnceMs", "fiveInTurnMs");
    }
}
