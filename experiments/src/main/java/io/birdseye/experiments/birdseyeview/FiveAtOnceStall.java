package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.any;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Needs;
import io.birdseye.experiments.measure.Point;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** BV-8. */
final class FiveAtOnceStall implements Claim {

    /** Published: 15.2 s against five times about 0.5 s, six times as long. */
    private static final double STALL = 1.5;

    private static final List<String> COLLECTORS = List.of("Parallel", "Serial", "G1");
    private static final List<String> QUICK_COLLECTORS = List.of("Parallel", "G1");

    /** The heap in bytes for each element: the list takes 20, five doubled ones about 150 while they grow. */
    enum Heap {
        TIGHT(190),
        ROOMY(600);

        private final int bytesPerElement;

        Heap(int bytesPerElement) {
            this.bytesPerElement = bytesPerElement;
        }

        int megabytes(int elements) {
            return (int) (((long) elements * bytesPerElement) >> 20) + 32;
        }
    }

    @Override
    public ClaimText text() {
        return new ClaimText("BV-8", Article.BV,
                "Five threads that double the same list of ten million elements take far longer than one thread five "
                        + "times.",
                "five in turn 322 to 1,838 ms each; five at once all 15.18 to 15.20 s",
                "The threads miss the cache, since both cores read the same data.",
                "The article's example with five threads of our own, in a tight heap (190 bytes for each element) and "
                        + "a roomy one (600), with three collectors (two with quick effort), and with arrays; fewer "
                        + "elements with quick effort.",
                "Confirmed if five at once take more than 1.5 times as long as five in turn, in the tight or in the "
                        + "roomy heap; refuted if in neither.",
                "Only the heap changes, the reading stays the same. Confirmed if five at once take more than 1.5 times "
                        + "as long in the roomy heap too; refuted if they do not.");
    }

    @Override
    public List<Point> points(Effort effort) {
        List<Point> points = new ArrayList<>();
        for (Heap heap : Heap.values()) {
            for (String collector : effort.pick(QUICK_COLLECTORS, COLLECTORS)) {
                points.add(point(effort, name(heap, collector), heap, collector, true));
            }
        }
        points.add(point(effort, "bv/five/primitive", Heap.ROOMY, "Parallel", false));
        return points;
    }

    static String name(Heap heap, String collector) {
        return "bv/five/" + heap.name().toLowerCase(Locale.ROOT) + "-" + collector.toLowerCase(Locale.ROOT);
    }

    private static Point point(Effort effort, String name, Heap heap, String collector, boolean boxed) {
        int elements = effort.pick(2_000_000, 10_000_000);
        int megabytes = heap.megabytes(elements);
        return Point.of(name, FiveAtOnceProbe.class)
                .collector("-XX:+Use" + collector + "GC")
                .flags("-Xlog:gc*:file=gc-%p.log:uptime:filecount=0")
                .with("elements", elements)
                .with("layout", boxed ? "BOXED" : "PRIMITIVE")
                .heap(megabytes)
                .runs(effort.pick(3, 8))
                .needs(new Needs((megabytes + 200L) << 20, 0, 0, 0))
                .takes(Duration.ofSeconds(effort.pick(1, 5)), Duration.ofSeconds(180));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return any(stall(measurements, Heap.TIGHT), stall(measurements, Heap.ROOMY));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        Verdict verdict = stall(measurements, Heap.ROOMY);
        for (Heap heap : Heap.values()) {
            for (String collector : COLLECTORS) {
                String point = name(heap, collector);
                if (!measurements.runs().containsKey(point)) {
                    continue;
                }
                String what = heap.name().toLowerCase(Locale.ROOT) + " heap, " + collector;
                verdict = verdict
                        .besideIfMeasured(what + ": five at once / five in turn", () -> ratio(measurements, point))
                        .besideIfMeasured(what + ": part of the time in the collector",
                                () -> measurements.value(point, "collectionShare"));
            }
        }
        return verdict.besideIfMeasured("arrays: five at once / five in turn",
                () -> ratio(measurements, "bv/five/primitive"));
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        Picture.Sketch sketch = Picture.bars("Five at once against five in turn", "times as long, with 95 % intervals");
        for (Heap heap : Heap.values()) {
            for (String collector : COLLECTORS) {
                sketch.bar(heap.name().toLowerCase(Locale.ROOT) + " heap, " + collector,
                        () -> ratio(measurements, name(heap, collector)));
            }
        }
        return sketch.bar("arrays", () -> ratio(measurements, "bv/five/primitive")).picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return cause == Verdict.Kind.REFUTED
                ? "With enough heap the same threads read the same list without a stall: what stalls is the collector."
                : "Whether heap or cache stalls the threads is shown by giving them more heap.";
    }

    private static Verdict stall(Measurements measurements, Heap heap) {
        return above(heap.name().toLowerCase(Locale.ROOT) + " heap: five at once / five in turn",
                ratio(measurements, name(heap, "Parallel")), STALL);
    }

    private static Estimate ratio(Measurements measurements, String point) {
        return Estimate.ratio(measurements.samples(point, "fiveAtOnceMs"), measurements.samples(point, "fiveInTurnMs"));
    }
}
