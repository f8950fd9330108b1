package io.birdseye.experiments.forkjoin;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.forkjoin.IndexProbe.Surroundings;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.ArrayList;
import java.util.List;

/** FJ-4. */
record NeighbourTurnsRanking(Axis axis) implements Claim {

    /** Half of the published 18 %. */
    private static final double LOSES = 1.09;

    @Override
    public ClaimText text() {
        return new ClaimText("FJ-4", Article.FJ,
                "On a machine that runs other work as well, the ranking turns round: fork/join beats parallel "
                        + "streams.",
                "5 s, or 18 %, in favour of fork/join",
                "Few threads are free for the work.",
                "Indexing with as many threads as cores, alone and beside another process that keeps every core busy.",
                "Confirmed if the stream is 2 % faster than fork/join alone and 9 % slower beside the neighbour, half "
                        + "of the published differences.",
                "Only the cores that are free change: no neighbour, but half of the cores. Confirmed if the stream is "
                        + "9 % slower than fork/join there too.");
    }

    @Override
    public List<Point> points(Effort effort) {
        List<Point> points = new ArrayList<>();
        for (Surroundings surroundings : List.of(Surroundings.WARM, Surroundings.BUSY, Surroundings.HALF)) {
            points.addAll(IndexExperiment.around(effort, surroundings, axis.cores()));
        }
        return points;
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return all(
                below("alone: stream / fork/join", ratio(measurements, Surroundings.WARM), Indexing.FASTER),
                above("beside a busy neighbour: stream / fork/join", ratio(measurements, Surroundings.BUSY), LOSES));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        if (axis.cores() < 2) {
            return Verdict.notTestable("half of the cores needs two of them, and there is one");
        }
        return above("on half of the cores: stream / fork/join", ratio(measurements, Surroundings.HALF), LOSES);
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (effect) {
            case CONFIRMED -> "The ranking of an idle machine does not hold on a busy one.";
            case REFUTED -> "A busy neighbour slows both alike and does not turn the ranking round.";
            case INCONCLUSIVE, NOT_TESTABLE -> "Streams and fork/join lie too close together to have a ranking at all.";
        };
    }

    private Estimate ratio(Measurements measurements, Surroundings surroundings) {
        return measurements.ratio("totalMs",
                IndexExperiment.name(surroundings, Workers.STREAM, axis.cores()),
                IndexExperiment.name(surroundings, Workers.FORK_JOIN, axis.cores()));
    }
}
