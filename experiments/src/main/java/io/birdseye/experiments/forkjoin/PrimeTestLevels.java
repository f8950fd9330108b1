package io.birdseye.experiments.forkjoin;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;
import static io.birdseye.experiments.claim.Verdict.outside;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** FJ-3. */
record PrimeTestLevels(Axis axis) implements Claim {

    @Override
    public ClaimText text() {
        return new ClaimText("FJ-3", Article.FJ,
                "Testing a 19-digit prime, all ways have the same best time; streams are the cheapest with any number "
                        + "of threads, and only fork/join gains from twice as many threads as cores.",
                "one thread 118.1 s, best about 28 s (4.2 times on 8 virtual cores)",
                "Parallel streams handle their threads at less cost.",
                "A correct test with the same divisions in each way and thread count; a smaller prime by default, the "
                        + "published one by option.",
                "Confirmed if the best is at least 0.5 times as many times as fast as there are cores, the three best "
                        + "times are within 5 %, the stream is 2 % faster than both others with every number of "
                        + "threads, and fork/join with twice as many threads as cores differs by 5 %.",
                "Only the number of hand-overs changes: the same divisions in 100,000 tasks in place of 256. Confirmed "
                        + "if the stream then takes less than 0.95 of the time of both others.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return PrimeExperiment.points(effort, axis);
    }

    @Override
    public Verdict effect(Measurements measurements) {
        String stream = best(measurements, Workers.STREAM);
        String forkJoin = best(measurements, Workers.FORK_JOIN);
        String executor = best(measurements, Workers.EXECUTOR);
        List<Verdict> parts = new ArrayList<>();
        parts.add(above("one thread / best stream", measurements.ratio("totalMs",
                PrimeExperiment.name(Workers.ONE, 1), stream), 0.5 * axis.cores()));
        parts.add(between("best fork/join / best stream", measurements.ratio("totalMs", forkJoin, stream), 0.95, 1.05));
        parts.add(between("best executor / best stream", measurements.ratio("totalMs", executor, stream), 0.95, 1.05));
        for (int threads : axis.threads()) {
            for (Workers other : List.of(Workers.EXECUTOR, Workers.FORK_JOIN)) {
                parts.add(below("stream / " + other.label() + " with " + threads,
                        measurements.ratio("totalMs", PrimeExperiment.name(Workers.STREAM, threads),
                                PrimeExperiment.name(other, threads)),
                        Indexing.FASTER));
            }
        }
        parts.add(outside("fork/join with " + axis.cores() + " / " + axis.twice() + " threads",
                measurements.ratio("totalMs", PrimeExperiment.name(Workers.FORK_JOIN, axis.cores()),
                        PrimeExperiment.name(Workers.FORK_JOIN, axis.twice())), 0.95, 1.05));
        return all(parts.toArray(Verdict[]::new));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return all(finer(measurements, Workers.EXECUTOR), finer(measurements, Workers.FORK_JOIN));
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        return ThreadCurves.of("Testing the prime by threads", axis, PrimeExperiment::name, measurements);
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "With many small tasks the stream's hand-overs are the cheapest.";
            case REFUTED -> "Cores and divisions set the time; the way they are handed out hardly shows.";
            case INCONCLUSIVE, NOT_TESTABLE -> "Whether the way tasks are handed out shows at all is not settled here.";
        };
    }

    private Verdict finer(Measurements measurements, Workers other) {
        return below("100,000 tasks: stream / " + other.label(), measurements.ratio("totalMs",
                PrimeExperiment.fine(Workers.STREAM), PrimeExperiment.fine(other)), 0.95);
    }

    private String best(Measurements measurements, Workers workers) {
        return axis.threads().stream()
                .map(threads -> PrimeExperiment.name(workers, threads))
                .min(Comparator.comparingDouble(point -> measurements.value(point, "totalMs").value()))
                .orElseThrow();
    }
}
