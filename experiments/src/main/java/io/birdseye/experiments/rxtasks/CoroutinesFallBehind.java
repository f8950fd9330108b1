package io.birdseye.experiments.rxtasks;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.rxtasks.RxExperiment.DEFAULT_LIMIT;
import static io.birdseye.experiments.rxtasks.RxExperiment.NO_LIMIT;
import static io.birdseye.experiments.rxtasks.RxExperiment.name;
import static io.birdseye.experiments.rxtasks.RxExperiment.point;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.List;

/** RX-1. */
final class CoroutinesFallBehind implements Claim {

    static final String MORE_THREADS = "rx/many/coroutines-5-with-1024-threads";

    @Override
    public ClaimText text() {
        return new ClaimText("RX-1", Article.RX,
                "With many tasks coroutines take longer than RxJava 2.",
                "7,500 tasks: 17.7 s against 12.2 s (1.45 times)",
                "Dispatchers.IO has at most 64 threads, RxJava's I/O scheduler as many as it likes.",
                "Many tasks of one real HTTP call (10 ms) and two operations on SQLite, each way as published; then "
                        + "coroutines with 1,024 dispatcher threads, and both libraries with the client's limit at "
                        + "5, 64 and none for each host.",
                "Confirmed if coroutines take more than 1.2 times as long as RxJava.",
                "Only the dispatcher's threads change, 64 to 1,024. Confirmed if that alone makes coroutines 1.2 times "
                        + "as fast; refuted if it does not.");
    }

    @Override
    public List<Point> points(Effort effort) {
        NumberOfTasks many = NumberOfTasks.MANY;
        return List.of(
                point(effort, Library.RX_EXECUTE, NO_LIMIT, many),
                point(effort, Library.COROUTINES, DEFAULT_LIMIT, many),
                point(effort, Library.COROUTINES, 64, many),
                point(effort, Library.COROUTINES, NO_LIMIT, many),
                point(effort, Library.RX_ENQUEUE, DEFAULT_LIMIT, many),
                point(effort, Library.RX_ENQUEUE, 64, many),
                point(effort, Library.RX_ENQUEUE, NO_LIMIT, many),
                point(effort, Library.VIRTUAL, 64, many),
                RxExperiment.named(MORE_THREADS, effort, Library.COROUTINES, DEFAULT_LIMIT, many.count(effort))
                        .flags("-Dkotlinx.coroutines.io.parallelism=1024"));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return above("coroutines / RxJava, both as published", measurements.ratio("totalMs",
                name(Library.COROUTINES, DEFAULT_LIMIT, NumberOfTasks.MANY),
                name(Library.RX_EXECUTE, NO_LIMIT, NumberOfTasks.MANY)), 1.2);
    }

    @Override
    public Verdict cause(Measurements measurements) {
        String published = name(Library.COROUTINES, DEFAULT_LIMIT, NumberOfTasks.MANY);
        Verdict threads = above("coroutines with 64 / with 1,024 dispatcher threads",
                measurements.ratio("totalMs", published, MORE_THREADS), 1.2);
        return threads
                .beside("coroutines with 5 / with 64 calls for each host", measurements.ratio("totalMs", published,
                        name(Library.COROUTINES, 64, NumberOfTasks.MANY)))
                .beside("coroutines / RxJava, both with 5 for each host", measurements.ratio("totalMs", published,
                        name(Library.RX_ENQUEUE, DEFAULT_LIMIT, NumberOfTasks.MANY)))
                .beside("coroutines / RxJava, both with 64 for each host", measurements.ratio("totalMs",
                        name(Library.COROUTINES, 64, NumberOfTasks.MANY),
                        name(Library.RX_ENQUEUE, 64, NumberOfTasks.MANY)))
                .beside("virtual threads / RxJava, both with 64 for each host", measurements.ratio("totalMs",
                        name(Library.VIRTUAL, 64, NumberOfTasks.MANY),
                        name(Library.RX_ENQUEUE, 64, NumberOfTasks.MANY)));
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return cause == Verdict.Kind.REFUTED
                ? "More dispatcher threads change nothing: the coroutines go through the client's queue, which lets "
                        + "five calls through for each host; the RxJava path goes round it."
                : "Whether the dispatcher's 64 threads hold coroutines back is shown by giving them more.";
    }
}
