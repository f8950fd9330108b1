package io.birdseye.experiments.rxtasks;

import static io.birdseye.experiments.claim.Verdict.above;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.experiments.rxtasks.TaskRun.Count;

/** RX-1. */
final class CoroutinesFallBehind {

    private static final TaskRun RX = TaskRun.publishedRx(Count.MANY);
    private static final TaskRun COROUTINES = TaskRun.publishedCoroutines(Count.MANY);
    private static final TaskRun COROUTINES_64 = new TaskRun(Library.COROUTINES, 64, Count.MANY);
    private static final TaskRun RX_5 = new TaskRun(Library.RX_ENQUEUE, 5, Count.MANY);
    private static final TaskRun RX_64 = new TaskRun(Library.RX_ENQUEUE, 64, Count.MANY);
    private static final TaskRun VIRTUAL_64 = new TaskRun(Library.VIRTUAL, 64, Count.MANY);

    static final String MORE_THREADS = "rx/many/coroutines-5-with-1024-threads";

    /** Coroutines as published, but with more dispatcher threads. */
    static final Variant WITH_MORE_THREADS = Variant.of(MORE_THREADS, TasksProbe.class, (none, effort) ->
            COROUTINES.experiment(effort, MORE_THREADS, Count.MANY.count(effort))
                    .flags("-Dkotlinx.coroutines.io.parallelism=1024"));

    private CoroutinesFallBehind() {}

    static Claim claim() {
        return Claim.of("RX-1", "With many tasks coroutines take longer than RxJava 2.",
                        "7,500 tasks: 17.7 s against 12.2 s (1.45 times)")
                .publishedCause("Dispatchers.IO has at most 64 threads, RxJava's I/O scheduler as many as it likes.")
                .test("Many tasks of one real HTTP call (10 ms) and two operations on SQLite, each way as published; "
                        + "then coroutines with 1,024 dispatcher threads, and both libraries with the client's limit "
                        + "at 5, 64 and none for each host.",
                        RX, COROUTINES, COROUTINES_64, new TaskRun(Library.COROUTINES, TaskRun.NO_LIMIT, Count.MANY),
                        RX_5, RX_64, new TaskRun(Library.RX_ENQUEUE, TaskRun.NO_LIMIT, Count.MANY), VIRTUAL_64,
                        WITH_MORE_THREADS)
                .effect("Confirmed if coroutines take more than 1.2 times as long as RxJava.", m ->
                        above("coroutines / RxJava, both as published", m.ratio("totalMs", COROUTINES, RX), 1.2))
                .cause("Only the dispatcher's threads change, 64 to 1,024. Confirmed if that alone makes coroutines "
                        + "1.2 times as fast; refuted if it does not.", CoroutinesFallBehind::cause)
                .meaning((effect, cause) -> cause == Kind.REFUTED
                        ? "More dispatcher threads change nothing: the coroutines go through the client's queue, which "
                                + "lets five calls through for each host; the RxJava path goes round it."
                        : "Whether the dispatcher's 64 threads hold coroutines back is shown by giving them more.")
                .build();
    }

    private static Verdict cause(Measurements m) {
        return above("coroutines with 64 / with 1,024 dispatcher threads",
                m.ratio("totalMs", COROUTINES, WITH_MORE_THREADS), 1.2)
                .beside("coroutines with 5 / with 64 calls for each host",
                        m.ratio("totalMs", COROUTINES, COROUTINES_64))
                .beside("coroutines / RxJava, both with 5 for each host", m.ratio("totalMs", COROUTINES, RX_5))
                .beside("coroutines / RxJava, both with 64 for each host", m.ratio("totalMs", COROUTINES_64, RX_64))
                .beside("virtual threads / RxJava, both with 64 for each host", m.ratio("totalMs", VIRTUAL_64, RX_64));
    }
}
