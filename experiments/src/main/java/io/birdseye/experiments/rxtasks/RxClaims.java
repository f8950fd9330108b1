package io.birdseye.experiments.rxtasks;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Run.Ending;
import io.birdseye.experiments.measure.Run;
import io.birdseye.experiments.rxtasks.TaskRun.Count;
import io.birdseye.experiments.rxtasks.TaskRun.Library;
import java.util.List;

/** The claims of the article on coroutines and RxJava 2. */
public final class RxClaims {

    private static final TaskRun RX_FEW = TaskRun.publishedRx(Count.FEW);
    private static final TaskRun RX_SOME = TaskRun.publishedRx(Count.SOME);
    private static final TaskRun RX_MANY = TaskRun.publishedRx(Count.MANY);
    private static final TaskRun RX_64 = new TaskRun(Library.RX_ENQUEUE, 64, Count.MANY);
    private static final TaskRun RX_5 = new TaskRun(Library.RX_ENQUEUE, 5, Count.MANY);
    private static final TaskRun RX_BOUNDED = new TaskRun(Library.RX_BOUNDED, TaskRun.NO_LIMIT, Count.MANY);
    private static final TaskRun COROUTINES_FEW = TaskRun.publishedCoroutines(Count.FEW);
    private static final TaskRun COROUTINES_SOME = TaskRun.publishedCoroutines(Count.SOME);
    private static final TaskRun COROUTINES_MANY = TaskRun.publishedCoroutines(Count.MANY);
    private static final TaskRun COROUTINES_64 = new TaskRun(Library.COROUTINES, 64, Count.MANY);
    private static final TaskRun VIRTUAL_64 = new TaskRun(Library.VIRTUAL, 64, Count.MANY);

    private RxClaims() {}

    public static List<Claim> claims() {
        return List.of(
                Claim.of("RX-1", RX_MANY, COROUTINES_MANY, COROUTINES_64,
                                new TaskRun(Library.COROUTINES, TaskRun.NO_LIMIT, Count.MANY), RX_5, RX_64,
                                new TaskRun(Library.RX_ENQUEUE, TaskRun.NO_LIMIT, Count.MANY), VIRTUAL_64,
                                TaskRun.COROUTINES_WITH_MORE_THREADS)
                        .effect(m -> above("coroutines / RxJava, both as published",
                                m.ratio("totalMs", COROUTINES_MANY, RX_MANY), 1.2))
                        .cause(m -> above("coroutines with 64 / with 1,024 dispatcher threads",
                                m.ratio("totalMs", COROUTINES_MANY, TaskRun.COROUTINES_WITH_MORE_THREADS), 1.2)
                                .explain("coroutines with 5 / with 64 calls for each host",
                                        m.ratio("totalMs", COROUTINES_MANY, COROUTINES_64))
                                .explain("coroutines / RxJava, both with 5 for each host",
                                        m.ratio("totalMs", COROUTINES_MANY, RX_5))
                                .explain("coroutines / RxJava, both with 64 for each host",
                                        m.ratio("totalMs", COROUTINES_64, RX_64))
                                .explain("virtual threads / RxJava, both with 64 for each host",
                                        m.ratio("totalMs", VIRTUAL_64, RX_64))),
                Claim.of("RX-2", RX_FEW, COROUTINES_FEW, RX_SOME, COROUTINES_SOME)
                        .effect(m -> all(
                                below("few tasks: coroutines / RxJava", m.ratio("totalMs", COROUTINES_FEW, RX_FEW), 1),
                                below("some tasks: coroutines / RxJava", m.ratio("totalMs", COROUTINES_SOME, RX_SOME), 1))),
                Claim.of("RX-3", RX_FEW, COROUTINES_FEW, RX_MANY, COROUTINES_MANY, RX_BOUNDED, VIRTUAL_64)
                        .effect(RxClaims::memoryGrows)
                        .cause(m -> below("peak memory: 64 threads / unbounded",
                                m.ratio("peakRssMb", RX_BOUNDED, RX_MANY), 0.8)
                                .explain("threads of the unbounded scheduler", m.value(RX_MANY, "peakThreads"))
                                .explain("MB, RxJava unbounded", m.value(RX_MANY, "peakRssMb"))
                                .explain("MB, coroutines", m.value(COROUTINES_MANY, "peakRssMb"))
                                .explain("MB, virtual threads", m.value(VIRTUAL_64, "peakRssMb"))),
                Claim.of("RX-4", TaskRun.BOUND_RX, TaskRun.BOUND_RX_ON_64, TaskRun.BOUND_COROUTINES, TaskRun.BOUND_VIRTUAL)
                        .effect(m -> all(
                                everyRun("RxJava dies", m.of(TaskRun.BOUND_RX), false)
                                        .explain("threads that RxJava had reached",
                                                m.reached(TaskRun.BOUND_RX, "threadsSoFar")),
                                everyRun("coroutines finish", m.of(TaskRun.BOUND_COROUTINES), true)))
                        .cause(m -> everyRun("RxJava on 64 threads finishes", m.of(TaskRun.BOUND_RX_ON_64), true)));
    }

    private static Verdict memoryGrows(Measurements measured) {
        return all(
                above("RxJava: peak memory with many / few tasks", measured.ratio("peakRssMb", RX_MANY, RX_FEW), 1.5),
                above("RxJava's growth / that of coroutines", measured.ratioOfRatios(
                        "peakRssMb", RX_MANY, RX_FEW, COROUTINES_MANY, COROUTINES_FEW), 1.3));
    }

    private static Verdict everyRun(String what, List<Run> runs, boolean finishes) {
        long finished = runs.stream().filter(run -> run.ending() == Ending.FINISHED).count();
        String detail = runs.stream().map(Run::detail).filter(why -> !why.isEmpty()).findFirst()
                .map(why -> " (" + why + ")")
                .orElse("");
        String count = what + ": " + finished + " of " + runs.size() + " runs finished" + detail;
        if (runs.size() < 2 || (finished > 0 && finished < runs.size())) {
            return Verdict.because(Kind.INCONCLUSIVE, "more repeats: " + count);
        }
        Kind kind = finished > 0 == finishes ? Kind.CONFIRMED : Kind.NOT_REPRODUCED;
        return new Verdict(kind, count, List.of(), List.of(count), null);
    }
}
