package io.birdseye.experiments.rxtasks;

import static io.birdseye.experiments.claim.Verdict.Kind.CONFIRMED;
import static io.birdseye.experiments.claim.Verdict.Kind.NOT_TESTABLE;
import static io.birdseye.experiments.claim.Verdict.Kind.REFUTED;
import static io.birdseye.experiments.rxtasks.RxExperiment.name;

import io.birdseye.experiments.Example;
import io.birdseye.experiments.Made;
import io.birdseye.experiments.measure.Run.Outcome;
import java.util.List;

/** Made-up durations, memory and deaths. */
public final class RxExamples {

    private static final String RX_MANY = name(Library.RX_EXECUTE, 0, NumberOfTasks.MANY);
    private static final String COROUTINES_MANY = name(Library.COROUTINES, 5, NumberOfTasks.MANY);

    private RxExamples() {}

    public static List<Example> all() {
        return List.of(
                new Example(new CoroutinesFallBehind(), behind(1450, 1000), CONFIRMED, CONFIRMED),
                new Example(new CoroutinesFallBehind(), behind(900, 890), REFUTED, REFUTED),
                new Example(new CoroutinesLeadAtFewTasks(), few(0.6), CONFIRMED, NOT_TESTABLE),
                new Example(new CoroutinesLeadAtFewTasks(), few(1.6), REFUTED, NOT_TESTABLE),
                new Example(new RxMemoryGrows(), memory(500, 150), CONFIRMED, CONFIRMED),
                new Example(new RxMemoryGrows(), memory(120, 120), REFUTED, REFUTED),
                new Example(new RxRunsOutOfThreads(), deaths(Outcome.DIED, Outcome.FINISHED, Outcome.FINISHED),
                        CONFIRMED, CONFIRMED),
                new Example(new RxRunsOutOfThreads(), deaths(Outcome.DIED, Outcome.DIED, Outcome.DIED),
                        REFUTED, REFUTED),
                new Example(new RxRunsOutOfThreads(), deaths(Outcome.TIMED_OUT, Outcome.FINISHED, Outcome.FINISHED),
                        CONFIRMED, CONFIRMED),
                new Example(new RxRunsOutOfThreads(), deaths(Outcome.FINISHED, Outcome.FINISHED, Outcome.FINISHED),
                        REFUTED, CONFIRMED));
    }

    private static Made behind(double coroutines, double withMoreThreads) {
        return new Made()
                .with(RX_MANY, "totalMs", 1000)
                .with(COROUTINES_MANY, "totalMs", coroutines)
                .with(CoroutinesFallBehind.MORE_THREADS, "totalMs", withMoreThreads)
                .with(name(Library.COROUTINES, 64, NumberOfTasks.MANY), "totalMs", 500)
                .with(name(Library.RX_ENQUEUE, 5, NumberOfTasks.MANY), "totalMs", 1400)
                .with(name(Library.RX_ENQUEUE, 64, NumberOfTasks.MANY), "totalMs", 500)
                .with(name(Library.VIRTUAL, 64, NumberOfTasks.MANY), "totalMs", 500);
    }

    private static Made few(double coroutinesToRx) {
        Made made = new Made();
        for (NumberOfTasks tasks : List.of(NumberOfTasks.FEW, NumberOfTasks.SOME)) {
            made.with(name(Library.RX_EXECUTE, 0, tasks), "totalMs", 1000);
            made.with(name(Library.COROUTINES, 5, tasks), "totalMs", 1000 * coroutinesToRx);
        }
        return made;
    }

    private static Made memory(double rxMany, double bounded) {
        return new Made()
                .with(name(Library.RX_EXECUTE, 0, NumberOfTasks.FEW), "peakRssMb", 110)
                .with(name(Library.COROUTINES, 5, NumberOfTasks.FEW), "peakRssMb", 110)
                .with(RX_MANY, "peakRssMb", rxMany)
                .with(RX_MANY, "peakThreads", 3000)
                .with(COROUTINES_MANY, "peakRssMb", 120)
                .with(name(Library.RX_BOUNDED, 0, NumberOfTasks.MANY), "peakRssMb", bounded)
                .with(name(Library.VIRTUAL, 64, NumberOfTasks.MANY), "peakRssMb", 150);
    }

    private static Made deaths(Outcome rx, Outcome coroutines, Outcome bounded) {
        return new Made()
                .ended(RxRunsOutOfThreads.RX, rx)
                .with(RxRunsOutOfThreads.RX, "threadsSoFar", 1400)
                .ended(RxRunsOutOfThreads.COROUTINES, coroutines)
                .ended(RxRunsOutOfThreads.RX_BOUNDED, bounded);
    }
}
