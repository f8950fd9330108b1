package io.birdseye.experiments.rxtasks;

import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.Verdict.Kind;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.MeasuredValue;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Needs;
import io.birdseye.experiments.measure.Run.Ending;
import io.birdseye.experiments.measure.Run;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.experiments.rxtasks.TaskRun.Count;
import java.util.List;

/** RX-4. */
final class RxRunsOutOfThreads {

    private static final int FULL_COUNT = Count.HUGE.count(Effort.FULL);

    static final Variant RX = bounded("rx-execute", TaskRun.publishedRx(Count.HUGE), FULL_COUNT);
    static final Variant RX_BOUNDED =
            bounded("rx-bounded", new TaskRun(Library.RX_BOUNDED, TaskRun.NO_LIMIT, Count.HUGE), FULL_COUNT);
    static final Variant COROUTINES = bounded("coroutines-5", TaskRun.publishedCoroutines(Count.HUGE), FULL_COUNT);
    static final Variant VIRTUAL = bounded("virtual-64", new TaskRun(Library.VIRTUAL, 64, Count.HUGE), 100_000);

    /** Room for the JVM itself and some 200 stacks of 1,040 KB; the published phone gave up before 10,000. */
    private static final int ADDRESS_SPACE_MB = 1_800;

    private RxRunsOutOfThreads() {}

    private static Variant bounded(String name, TaskRun run, int fullCount) {
        String full = "rx/huge/bound/" + name;
        return Variant.of(full, TasksProbe.class, (none, effort) ->
                run.experiment(effort, full, effort.pick(Count.HUGE.count(effort), fullCount))
                        .flags("-XX:CompressedClassSpaceSize=64m", "-XX:ReservedCodeCacheSize=64m",
                                "-XX:-CreateCoredumpOnCrash")
                        .runs(2)
                        // A task without a thread has no connection, however many tasks there are.
                        .needs(new Needs(500L << 20, 200L << 20, 200, 1_000))
                        .addressSpace(ADDRESS_SPACE_MB));
    }

    static Claim claim() {
        return Claim.of("RX-4", "RxJava dies with 10,000 tasks because no more threads can be made; coroutines reach "
                        + "20,000.", "dead at 10,000 against alive at 20,000")
                .publishedCause("Its I/O scheduler makes threads without bound, and each takes a stack of 1,040 KB.")
                .test("2,000 tasks (20,000 with full effort) in a process whose address space has room for some 200 "
                        + "such stacks; RxJava, coroutines, and beside them virtual threads (up to 100,000).",
                        RX, RX_BOUNDED, COROUTINES, VIRTUAL)
                .effect("Confirmed if every run of RxJava dies and every run of coroutines finishes; refuted if every "
                        + "run of RxJava finishes or every run of coroutines dies.", m -> Verdict.all(
                                everyRun("RxJava dies", m.of(RX), false)
                                        .beside("threads that RxJava had reached", reached(m)),
                                everyRun("coroutines finish", m.of(COROUTINES), true)))
                .cause("Only the bound on threads changes: RxJava on a fixed pool of 64. Confirmed if every run of "
                        + "that finishes; refuted if every run of it dies too.",
                        m -> everyRun("RxJava on 64 threads finishes", m.of(RX_BOUNDED), true))
                .causeMeans("It is the unbounded scheduler: with a bound of 64 threads the same RxJava code reaches "
                        + "the end.",
                        "A bound on the threads alone does not decide between life and death here.",
                        "Whether a bound on the threads decides between life and death is not settled here.")
                .build();
    }

    private static MeasuredValue reached(Measurements measured) {
        return MeasuredValue.of(measured.of(RX).stream()
                .mapToDouble(run -> run.metrics().getOrDefault("threadsSoFar", 0.0))
                .toArray());
    }

    private static Verdict everyRun(String what, List<Run> runs, boolean finishes) {
        long finished = runs.stream().filter(run -> run.ending() == Ending.FINISHED).count();
        String count = what + ": " + finished + " of " + runs.size() + " runs finished" + detail(runs);
        if (runs.size() < 2 || (finished > 0 && finished < runs.size())) {
            return Verdict.because(Kind.INCONCLUSIVE, "more repeats: " + count);
        }
        Kind kind = finished > 0 == finishes ? Kind.CONFIRMED : Kind.REFUTED;
        return new Verdict(kind, count, List.of(), List.of(count));
    }

    private static String detail(List<Run> runs) {
        return runs.stream().map(Run::detail).filter(detail -> !detail.isEmpty()).findFirst()
                .map(detail -> " (" + detail + ")")
                .orElse("");
    }
}
