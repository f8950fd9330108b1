package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.Kind.CONFIRMED;
import static io.birdseye.experiments.claim.Verdict.Kind.REFUTED;

import io.birdseye.experiments.Example;
import io.birdseye.experiments.Made;
import io.birdseye.experiments.birdseyeview.FiveAtOnceStall.Heap;
import io.birdseye.experiments.birdseyeview.MemoryExperiment.Jvm;
import io.birdseye.model.Layout;
import java.util.List;
import java.util.stream.Stream;

/** Made-up times of the memory studies. */
public final class BirdseyeViewExamples {

    private static final int THREADS = 4;

    private BirdseyeViewExamples() {}

    public static List<Example> all() {
        return Stream.concat(studies(), ServiceExamples.all()).toList();
    }

    private static Stream<Example> studies() {
        return Stream.of(
                new Example(new ManyThreadsLose(THREADS), shared(60, 130, 130), CONFIRMED, CONFIRMED),
                new Example(new ManyThreadsLose(THREADS), shared(60, 130, 40), CONFIRMED, REFUTED),
                new Example(new ManyThreadsLose(THREADS), shared(60, 60, 40), REFUTED, REFUTED),
                new Example(new FiveAtOnceStall(), five(600, 600), CONFIRMED, CONFIRMED),
                new Example(new FiveAtOnceStall(), five(600, 60), CONFIRMED, REFUTED),
                new Example(new FiveAtOnceStall(), five(60, 60), REFUTED, REFUTED));
    }

    /** With four threads, where one takes 100. */
    private static Made shared(double below, double above, double sameBytes) {
        Made made = new Made();
        threads(made, Layout.BOXED, MemoryExperiment.BELOW, below);
        threads(made, Layout.BOXED, MemoryExperiment.ABOVE, above);
        threads(made, Layout.PRIMITIVE, MemoryExperiment.SAME_BYTES, sameBytes);
        return made;
    }

    private static void threads(Made made, Layout layout, double megabytes, double time) {
        made.with(MemoryExperiment.name(Jvm.PARALLEL, layout, megabytes, 1), "perRequestMs", 100);
        made.with(MemoryExperiment.name(Jvm.PARALLEL, layout, megabytes, THREADS), "perRequestMs", time);
    }

    /** Five at once, where five in turn take 100. */
    private static Made five(double tight, double roomy) {
        return new Made()
                .with(FiveAtOnceStall.name(Heap.TIGHT, "Parallel"), "fiveInTurnMs", 100)
                .with(FiveAtOnceStall.name(Heap.TIGHT, "Parallel"), "fiveAtOnceMs", tight)
                .with(FiveAtOnceStall.name(Heap.ROOMY, "Parallel"), "fiveInTurnMs", 100)
                .with(FiveAtOnceStall.name(Heap.ROOMY, "Parallel"), "fiveAtOnceMs", roomy);
    }
}
