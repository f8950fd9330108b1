package io.birdseye.experiments.forkjoin;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.forkjoin.IndexProbe.Surroundings;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.List;
import java.util.Optional;

/** FJ-1. */
record IndexingScales(Axis axis) implements Claim {

    @Override
    public ClaimText text() {
        return new ClaimText("FJ-1", Article.FJ,
                "Indexing a text file runs nearly as many times as fast as there are cores; both the best and the "
                        + "worst parallel result are a parallel stream's.",
                "5.8 million lines, 6 GB, 8 cores: one thread 176.3 s, best stream 24.33 s (7.25 times), worst stream "
                        + "30.23 s",
                "What is missing to the number of cores is the cost of handling threads.",
                "A generated text in the page cache, a real word index; one thread, and executor, fork/join and "
                        + "parallel stream with 4, 8, 16, 32 threads and half, once, twice and four times the cores; "
                        + "the caller only waits.",
                "Confirmed if the best stream is at least 0.75 times as many times as fast as there are cores, and "
                        + "2 % faster than the best of the others, and the slowest stream 2 % slower than the slowest "
                        + "of the others.",
                "Only the handing to a thread changes: an executor of one thread against the plain loop. Confirmed if "
                        + "that costs at least half of what is missing to the number of cores.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return IndexExperiment.axis(effort, axis);
    }

    @Override
    public Verdict effect(Measurements measurements) {
        Indexing indexing = new Indexing(measurements, axis);
        return all(
                above("one thread / best stream", indexing.overOne(indexing.best(Workers.STREAM)).inverse(),
                        0.75 * axis.cores()),
                below("best stream / best of the others",
                        indexing.ratio(indexing.best(Workers.STREAM), indexing.bestOther()), Indexing.FASTER),
                above("slowest stream / slowest of the others",
                        indexing.ratio(indexing.worst(Workers.STREAM), indexing.worstOther()), Indexing.SLOWER));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        Indexing indexing = new Indexing(measurements, axis);
        Estimate speed = indexing.overOne(indexing.best(Workers.STREAM)).inverse();
        double missing = Math.max(0.02, axis.cores() / speed.value() - 1);
        return above("executor of one thread / plain loop", indexing.overOne(indexing.warm(Workers.EXECUTOR, 1)),
                1 + missing / 2);
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        return ThreadCurves.of("Indexing by threads", axis,
                (workers, threads) -> IndexExperiment.name(Surroundings.WARM, workers, threads), measurements);
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return cause == Verdict.Kind.REFUTED
                ? "Handing parts to a thread costs next to nothing; memory, collector and uneven ends take what is "
                        + "missing."
                : "How much of the loss is due to handling threads is shown by the executor of one thread.";
    }
}
