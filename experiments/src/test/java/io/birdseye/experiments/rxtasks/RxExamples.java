package io.birdseye.experiments.rxtasks;

import static io.birdseye.experiments.claim.Verdict.Kind.CONFIRMED;
import static io.birdseye.experiments.claim.Verdict.Kind.NOT_TESTABLE;
import static io.birdseye.experiments.claim.Verdict.Kind.NOT_REPRODUCED;

import io.birdseye.experiments.Example;
import io.birdseye.experiments.Made;
import io.birdseye.experiments.measure.Run.Ending;
import io.birdseye.experiments.rxtasks.TaskRun.Count;
import io.birdseye.experiments.rxtasks.TaskRun.Library;
import java.util.List;

/** Made-up durations, memory and deaths. */
public final class RxExamples {

    private static final TaskRun RX_MANY = TaskRun.publishedRx(Count.MANY);
    private static final TaskRun COROUTINES_MANY = TaskRun.publishedCoroutines(Count.MANY);

    private RxExamples() {}

    public static List<Example> all() {
        return List.of(
                new Example(RxClaims.coroutinesFallBehind(), behind(1450, 1000), CONFIRMED, CONFIRMED),
                new Example(RxClaims.coroutinesFallBehind(), behind(900, 890), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(RxClaims.coroutinesLeadAtFewTasks(), few(0.6), CONFIRMED, NOT_TESTABLE),
                new Example(RxClaims.coroutinesLeadAtFewTasks(), few(1.6), NOT_REPRODUCED, NOT_TESTABLE),
                new Example(RxClaims.rxMemoryGrows(), memory(500, 150), CONFIRMED, CONFIRMED),
                new Example(RxClaims.rxMemoryGrows(), memory(120, 120), NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(RxClaims.rxRunsOutOfThreads(), deaths(Ending.DIED, Ending.FINISHED, Ending.FINISHED),
                        CONFIRMED, CONFIRMED),
                new Example(RxClaims.rxRunsOutOfThreads(), deaths(Ending.DIED, Ending.DIED, Ending.DIED),
                        NOT_REPRODUCED, NOT_REPRODUCED),
                new Example(RxClaims.rxRunsOutOfThreads(), deaths(Ending.TIMED_OUT, Ending.FINISHED, Ending.FINISHED),
                        CONFIRMED, CONFIRMED),
                new Example(RxClaims.rxRunsOutOfThreads(), deaths(Ending.FINISHED, Ending.FINISHED, Ending.FINISHED),
                        NOT_REPRODUCED, CONFIRMED));
    }

    private static Made behind(double coroutines, double withMoreThreads) {
        return new Made()
                .with(RX_MANY, "totalMs", 1000)
                .with(COROUTINES_MANY, "totalMs", coroutines)
                .with(TaskRun.COROUTINES_WITH_MORE_THREADS, "totalMs", withMoreThreads)
                .with(new TaskRun(Library.COROUTINES, 64, Count.MANY), "totalMs", 500)
                .with(new TaskRun(Library.RX_ENQUEUE, 5, Count.MANY), "totalMs", 1400)
                .with(new TaskRun(Library.RX_ENQUEUE, 64, Count.MANY), "totalMs", 500)
                .with(new TaskRun(Library.VIRTUAL, 64, Count.MANY), "totalMs", 500);
    }

    private static Made few(double coroutinesToRx) {
        Made made = new Made();
        for (Count tasks : List.of(Count.FEW, Count.SOME)) {
            made.with(new TaskRun(Library.RX_EXECUTE, 0, tasks), "totalMs", 1000);
            made.with(new TaskRun(Library.COROUTINES, 5, tasks), "totalMs", 1000 * coroutinesToRx);
        }
        return made;
    }

    private static Made memory(double rxMany, double bounded) {
        return new Made()
                .with(new TaskRun(Library.RX_EXECUTE, 0, Count.FEW), "peakRssMb", 110)
                .with(new TaskRun(Library.COROUTINES, 5, Count.FEW), "peakRssMb", 110)
                .with(RX_MANY, "peakRssMb", rxMany)
                .with(RX_MANY, "peakThreads", 3000)
                .with(COROUTINES_MANY, "peakRssMb", 120)
                .with(new TaskRun(Library.RX_BOUNDED, 0, Count.MANY), "peakRssMb", bounded)
                .with(new TaskRun(Library.VIRTUAL, 64, Count.MANY), "peakRssMb", 150);
    }

    private static Made deaths(Ending rx, Ending coroutines, Ending bounded) {
        return new Made()
                .ended(TaskRun.BOUND_RX, rx)
                .with(TaskRun.BOUND_RX, "threadsSoFar", 1400)
                .ended(TaskRun.BOUND_COROUTINES, coroutines)
                .ended(TaskRun.BOUND_RX_ON_64, bounded);
    }
}
