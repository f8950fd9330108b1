package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.birdseyeview.MemoryExperiment.Jvm;
import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import io.birdseye.model.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** BV-7. */
record ManyThreadsLose(int cores) implements Claim {

    @Override
    public ClaimText text() {
        return new ClaimText("BV-7", Article.BV,
                "When threads share more than about 8 MB, one thread alone beats several.",
                "about 8 MB; cases of \"5 MB\" and \"10 MB\", which held as objects are 42 and 85 MB",
                "Several threads that read the same large data miss the cache.",
                "The service's two multiplications, without the service: sizes, threads, boxed and primitive lists, "
                        + "collectors and compact object headers; hardware counters where there are any.",
                "Confirmed if with as many threads as cores (at least two) a multiplication takes longer than with one "
                        + "thread at 10 MB, and less at 5 MB.",
                "Only objects and their garbage go, the bytes that are read and written stay: primitive lists of 85 "
                        + "MB. "
                        + "Confirmed if several threads lose to one there too; refuted if they win.");
    }

    @Override
    public List<Point> points(Effort effort) {
        List<Point> points = new ArrayList<>(MemoryExperiment.sweep(effort, cores));
        points.add(MemoryExperiment.counters(effort, 1));
        points.add(MemoryExperiment.counters(effort, threads()));
        return points;
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return all(
                above("10 MB boxed: " + threads() + " threads / one",
                        ratio(measurements, Jvm.PARALLEL, Layout.BOXED, MemoryExperiment.ABOVE), 1),
                below("5 MB boxed: " + threads() + " threads / one",
                        ratio(measurements, Jvm.PARALLEL, Layout.BOXED, MemoryExperiment.BELOW), 1));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return above("85 MB primitive: " + threads() + " threads / one",
                ratio(measurements, Jvm.PARALLEL, Layout.PRIMITIVE, MemoryExperiment.SAME_BYTES), 1)
                .besideIfMeasured("10 MB boxed, compact headers: " + threads() + " threads / one",
                        () -> ratio(measurements, Jvm.COMPACT, Layout.BOXED, MemoryExperiment.ABOVE))
                .besideIfMeasured("10 MB boxed, serial collector: " + threads() + " threads / one",
                        () -> ratio(measurements, Jvm.SERIAL, Layout.BOXED, MemoryExperiment.ABOVE))
                .besideIfMeasured("10 MB boxed, G1: " + threads() + " threads / one",
                        () -> ratio(measurements, Jvm.G1, Layout.BOXED, MemoryExperiment.ABOVE))
                .besideIfMeasured("10 MB boxed: part of the time in the collector", () -> measurements.value(
                        name(Jvm.PARALLEL, Layout.BOXED, MemoryExperiment.ABOVE, threads()), "collectionShare"))
                .besideIfMeasured("cache misses per element: " + threads() + " threads / one",
                        () -> measurements.ratio("missesPerElement", MemoryExperiment.counters(threads()),
                                MemoryExperiment.counters(1)));
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        Picture.Sketch sketch = Picture.curves("Several threads against one", "MB as labelled",
                threads() + " threads / one, time of a multiplication; below 1 several win");
        for (double size : List.of(0.5, 2.0, MemoryExperiment.BELOW, MemoryExperiment.ABOVE,
                MemoryExperiment.SAME_BYTES, 64.0)) {
            sketch.spot("boxed", size, () -> ratio(measurements, Jvm.PARALLEL, Layout.BOXED, size));
            sketch.spot("primitive", size, () -> ratio(measurements, Jvm.PARALLEL, Layout.PRIMITIVE, size));
        }
        return sketch.picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return cause == Verdict.Kind.REFUTED
                ? "With as many bytes but without objects several threads win: what can be in their way is allocation "
                        + "and the collector, not the sharing of the cache."
                : "Whether sharing the cache is in the way is shown by lists of the same bytes without objects.";
    }

    private int threads() {
        return Math.max(2, cores);
    }

    private Estimate ratio(Measurements measurements, Jvm jvm, Layout layout, double megabytes) {
        return measurements.ratio("perRequestMs", name(jvm, layout, megabytes, threads()),
                name(jvm, layout, megabytes, 1));
    }

    private static String name(Jvm jvm, Layout layout, double megabytes, int threads) {
        return MemoryExperiment.name(jvm, layout, megabytes, threads);
    }
}
