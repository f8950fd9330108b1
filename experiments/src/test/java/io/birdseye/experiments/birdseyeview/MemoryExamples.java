package io.birdseye.experiments.birdseyeview;

import static io.birdseye.experiments.claim.Verdict.Kind.CONFIRMED;
import static io.birdseye.experiments.claim.Verdict.Kind.NOT_REPRODUCED;

import io.birdseye.experiments.Example;
import io.birdseye.experiments.Made;
import io.birdseye.experiments.birdseyeview.FiveAtOnceProbe.Heap;
import io.birdseye.experiments.birdseyeview.Multiplication.Jvm;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.model.Layout;
import java.util.List;

/** Made-up times of the memory studies. */
public final class MemoryExamples {

    private static final int THREADS = 4;

    private MemoryExamples() {}

    public static List<Example> all() {
        Claim many = new MemoryClaims(THREADS).manyThreadsLose();
        Claim five = MemoryClaims.fiveAtOnceStall();
        return List.of(
                new Example(many, shared(60, 130, 130), CONFIRMED, CONFIRMED),
                new Example(many, shared(60, 130, 40), CONFIRMED, NOT_REPRODUCED),
                new Example(many, shared(60, 60, 40), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(five, five(600, 600), CONFIRMED, CONFIRMED),
                new Example(five, five(600, 60), CONFIRMED, NOT_REPRODUCED),
                new Example(five, five(60, 60), NOT_REPRODUCED, NOT_REPRODUCED));
    }

    /** With four threads, where one takes 100. */
    private static Made shared(double below, double above, double sameBytes) {
        Made made = new Made();
        threads(made, Layout.BOXED, MemoryClaims.BELOW, below);
        threads(made, Layout.BOXED, MemoryClaims.ABOVE, above);
        threads(made, Layout.PRIMITIVE, MemoryClaims.SAME_BYTES, sameBytes);
        return made;
    }

    private static void threads(Made made, Layout layout, double megabytes, double time) {
        made.with(new Multiplication(Jvm.PARALLEL, layout, megabytes, 1), "perRequestMs", 100);
        made.with(new Multiplication(Jvm.PARALLEL, layout, megabytes, THREADS), "perRequestMs", time);
    }

    /** Five at once, where five in turn take 100. */
    private static Made five(double tight, double roomy) {
        Variant tightHeap = Heap.TIGHT.boxed("Parallel");
        Variant roomyHeap = Heap.ROOMY.boxed("Parallel");
        return new Made()
                .with(tightHeap, "fiveInTurnMs", 100)
                .with(tightHeap, "fiveAtOnceMs", tight)
                .with(roomyHeap, "fiveInTurnMs", 100)
                .with(roomyHeap, "fiveAtOnceMs", roomy);
    }
}
