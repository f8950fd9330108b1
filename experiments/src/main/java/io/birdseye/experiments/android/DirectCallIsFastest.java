package io.birdseye.experiments.android;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Picture;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** AN-1. */
final class DirectCallIsFastest implements Claim {

    private static final Set<Way> FIXED = Set.of(Way.FIXED_CPU, Way.FIXED_IO);

    @Override
    public ClaimText text() {
        return new ClaimText("AN-1", Article.AN,
                "For arithmetic, calling directly is about 70 times as fast as the nearest framework; executors with a "
                        + "fixed number of threads are second and third.",
                "about 70 times; places 2 and 3: fixed executors",
                "Handing an action to a framework costs about ten times as much as such an action.",
                "JMH: a hundred arithmetic actions in every way, in fresh forks; the same with list actions, which "
                        + "cost much more each.",
                "Confirmed if the nearest framework takes 35 to 140 times as long, and the slower fixed executor less "
                        + "time than any other framework.",
                "Only the cost of the action changes. Confirmed if RxJava on one thread takes more than 10 times as "
                        + "long as the direct call for arithmetic, and less than 3 times for lists.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return HundredActionsExperiment.points(effort, Action.ARITHMETIC, Action.LISTS);
    }

    @Override
    public Verdict effect(Measurements measurements) {
        Ranking ranking = new Ranking(measurements, Action.ARITHMETIC);
        Way nearest = ranking.fastest(way -> true);
        Way slowerFixed = ranking.slowest(FIXED::contains);
        Way other = ranking.fastest(way -> !FIXED.contains(way));
        return all(
                between(ranking.words(nearest, Way.DIRECT), ranking.ratio(nearest, Way.DIRECT), 35, 140),
                below(ranking.words(slowerFixed, other), ranking.ratio(slowerFixed, other), 1));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        Ranking cheap = new Ranking(measurements, Action.ARITHMETIC);
        Ranking dear = new Ranking(measurements, Action.LISTS);
        return all(
                above(cheap.words(Way.RX_ONE, Way.DIRECT), cheap.ratio(Way.RX_ONE, Way.DIRECT), 10),
                below(dear.words(Way.RX_ONE, Way.DIRECT), dear.ratio(Way.RX_ONE, Way.DIRECT), 3));
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        return new Ranking(measurements, Action.ARITHMETIC).picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "What is paid for is the hand-over; it stands out only while the action itself costs "
                    + "next to nothing.";
            case REFUTED -> "The cost of the hand-over alone does not explain the distance on this machine.";
            case INCONCLUSIVE, NOT_TESTABLE ->
                    "Whether the cost of the hand-over explains the distance is not settled here.";
        };
    }
}
