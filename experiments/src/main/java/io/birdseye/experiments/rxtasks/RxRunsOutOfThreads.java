package io.birdseye.experiments.rxtasks;

import static io.birdseye.experiments.rxtasks.RxExperiment.DEFAULT_LIMIT;
import static io.birdseye.experiments.rxtasks.RxExperiment.NO_LIMIT;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Needs;
import io.birdseye.experiments.measure.Point;
import io.birdseye.experiments.measure.Run.Outcome;
import io.birdseye.experiments.measure.Run;
import java.util.List;

/** RX-4. */
final class RxRunsOutOfThreads implements Claim {

    static final String RX = "rx/huge/bound/rx-execute";
    static final String RX_BOUNDED = "rx/huge/bound/rx-bounded";
    static final String COROUTINES = "rx/huge/bound/coroutines-5";
    static final String VIRTUAL = "rx/huge/bound/virtual-64";

    /** Room for the JVM itself and some 200 stacks of 1,040 KB; the published phone gave up before 10,000. */
    private static final int ADDRESS_SPACE_MB = 1_800;

    private static final int VIRTUAL_TASKS_FULL = 100_000;

    @Override
    public ClaimText text() {
        return new ClaimText("RX-4", Article.RX,
                "RxJava dies with 10,000 tasks because no more threads can be made; coroutines reach 20,000.",
                "dead at 10,000 against alive at 20,000",
                "Its I/O scheduler makes threads without bound, and each takes a stack of 1,040 KB.",
                "2,000 tasks (20,000 with full effort) in a process whose address space has room for some 200 such "
                        + "stacks; RxJava, coroutines, and beside them virtual threads (up to 100,000).",
                "Confirmed if every run of RxJava dies and every run of coroutines finishes; refuted if every run of "
                        + "RxJava finishes or every run of coroutines dies.",
                "Only the bound on threads changes: RxJava on a fixed pool of 64. Confirmed if every run of that "
                        + "finishes; refuted if every run of it dies too.");
    }

    @Override
    public List<Point> points(Effort effort) {
        int tasks = NumberOfTasks.HUGE.count(effort);
        return List.of(
                bounded(RX, effort, Library.RX_EXECUTE, NO_LIMIT, tasks),
                bounded(RX_BOUNDED, effort, Library.RX_BOUNDED, NO_LIMIT, tasks),
                bounded(COROUTINES, effort, Library.COROUTINES, DEFAULT_LIMIT, tasks),
                bounded(VIRTUAL, effort, Library.VIRTUAL, 64, effort.pick(tasks, VIRTUAL_TASKS_FULL)));
    }

    private static Point bounded(String name, Effort effort, Library library, int limit, int tasks) {
        return RxExperiment.named(name, effort, library, limit, tasks)
                .flags("-XX:CompressedClassSpaceSize=64m", "-XX:ReservedCodeCacheSize=64m",
                        "-XX:-CreateCoredumpOnCrash")
                .runs(2)
                // A task without a thread has no connection, however many tasks there are.
                .needs(new Needs(500L << 20, 200L << 20, 200, 1_000))
                .addressSpace(ADDRESS_SPACE_MB);
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return Verdict.all(
                everyRun("RxJava dies", measurements.of(RX), false).beside(
                        "threads that RxJava had reached", reached(measurements)),
                everyRun("coroutines finish", measurements.of(COROUTINES), true));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return everyRun("RxJava on 64 threads finishes", measurements.of(RX_BOUNDED), true);
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED ->
                    "It is the unbounded scheduler: with a bound of 64 threads the same RxJava code reaches the end.";
            case REFUTED -> "A bound on the threads alone does not decide between life and death here.";
            case INCONCLUSIVE, NOT_TESTABLE ->
                    "Whether a bound on the threads decides between life and death is not settled here.";
        };
    }

    private static Estimate reached(Measurements measurements) {
        return Estimate.of(measurements.of(RX).stream()
                .mapToDouble(run -> run.metrics().getOrDefault("threadsSoFar", 0.0))
                .toArray());
    }

    private static Verdict everyRun(String what, List<Run> runs, boolean finishes) {
        long finished = runs.stream().filter(run -> run.outcome() == Outcome.FINISHED).count();
        String count = what + ": " + finished + " of " + runs.size() + " runs finished" + lastWords(runs);
        if (runs.size() < 2 || (finished > 0 && finished < runs.size())) {
            return Verdict.because(Verdict.Kind.INCONCLUSIVE, "more repeats: " + count);
        }
        Verdict.Kind kind = finished > 0 == finishes ? Verdict.Kind.CONFIRMED : Verdict.Kind.REFUTED;
        return new Verdict(kind, count, List.of(), List.of(count));
    }

    private static String lastWords(List<Run> runs) {
        return runs.stream().map(Run::detail).filter(detail -> !detail.isEmpty()).findFirst()
                .map(detail -> " (" + detail + ")")
                .orElse("");
    }
}
