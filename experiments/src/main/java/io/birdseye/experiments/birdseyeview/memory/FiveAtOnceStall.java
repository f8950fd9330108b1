package io.birdseye.experiments.birdseyeview.memory;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.any;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Picture.ChartBuilder;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Needs;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.model.Layout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** BV-8: five threads that double the same list stall. */
final class FiveAtOnceStall {

    /** Published: 15.2 s against five times about 0.5 s, six times as long. */
    private static final double STALL = 1.5;

    private static final List<String> COLLECTORS = List.of("Parallel", "Serial", "G1");
    private static final List<String> QUICK_COLLECTORS = List.of("Parallel", "G1");
    private static final Variant ARRAYS = variant("primitive", Heap.ROOMY, "Parallel", Layout.PRIMITIVE);

    /** The heap in bytes for each element: the list takes 20, five doubled ones about 150 while they grow. */
    enum Heap {
        TIGHT(190),
        ROOMY(600);

        private final int bytesPerElement;

        Heap(int bytesPerElement) {
            this.bytesPerElement = bytesPerElement;
        }

        private int megabytes(int elements) {
            return (int) (((long) elements * bytesPerElement) >> 20) + 32;
        }

        private String label() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private FiveAtOnceStall() {}

    static Variant boxed(Heap heap, String collector) {
        return variant(heap.label() + "-" + collector.toLowerCase(Locale.ROOT), heap, collector, Layout.BOXED);
    }

    private static Variant variant(String name, Heap heap, String collector, Layout layout) {
        return Variant.of("bv/five/" + name, effort -> {
            int elements = effort.pick(2_000_000, 10_000_000);
            int megabytes = heap.megabytes(elements);
            return Experiment.of(new FiveAtOnceProbe(elements, layout))
                    .collector("-XX:+Use" + collector + "GC")
                    .flags("-Xlog:gc*:file=gc-%p.log:uptime:filecount=0")
                    .heap(megabytes)
                    .runs(effort.pick(3, 8))
                    .needs(new Needs((megabytes + 200L) << 20, 0, 0, 0))
                    .takes(Duration.ofSeconds(effort.pick(1, 5)), Duration.ofSeconds(180));
        });
    }

    static Claim claim() {
        return MemoryClaims.WORDS.claim("BV-8", FiveAtOnceStall::variants)
                .effect(m -> any(stall(m, Heap.TIGHT), stall(m, Heap.ROOMY)))
                .cause(FiveAtOnceStall::cause)
                .chart(FiveAtOnceStall::chart);
    }

    private static List<Variant> variants(Effort effort) {
        List<Variant> all = new ArrayList<>();
        for (Heap heap : Heap.values()) {
            effort.pick(QUICK_COLLECTORS, COLLECTORS).forEach(collector -> all.add(boxed(heap, collector)));
        }
        all.add(ARRAYS);
        return all;
    }

    private static Verdict cause(Measurements measured) {
        Verdict verdict = stall(measured, Heap.ROOMY);
        for (Heap heap : Heap.values()) {
            for (String collector : COLLECTORS) {
                Variant variant = boxed(heap, collector);
                if (measured.has(variant)) {
                    String what = heap.label() + " heap, " + collector;
                    verdict = verdict
                            .besideIfMeasured(what + ": five at once / five in turn", () -> ratio(measured, variant))
                            .besideIfMeasured(what + ": part of the time in the collector",
                                    () -> measured.value(variant, "collectionShare"));
                }
            }
        }
        return verdict.besideIfMeasured("arrays: five at once / five in turn", () -> ratio(measured, ARRAYS));
    }

    private static ChartBuilder chart(Measurements measured) {
        ChartBuilder chart = Picture.bars("Five at once against five in turn", "times as long, with 95 % intervals");
        for (Heap heap : Heap.values()) {
            COLLECTORS.forEach(collector -> chart.bar(heap.label() + " heap, " + collector,
                    () -> ratio(measured, boxed(heap, collector))));
        }
        return chart.bar("arrays", () -> ratio(measured, ARRAYS));
    }

    private static Verdict stall(Measurements measured, Heap heap) {
        return above(heap.label() + " heap: five at once / five in turn", ratio(measured, boxed(heap, "Parallel")),
                STALL);
    }

    private static MeasuredValue ratio(Measurements measured, Variant variant) {
        return measured.ratio(variant, "fiveAtOnceMs", "fiveInTurnMs");
    }
}
