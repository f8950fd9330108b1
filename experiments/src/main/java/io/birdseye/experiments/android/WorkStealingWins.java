package io.birdseye.experiments.android;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

import io.birdseye.experiments.android.Way.Threads;
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

/** AN-4. */
final class WorkStealingWins implements Claim {

    private static final Set<Way> STEALING = Set.of(Way.STEAL_CPU, Way.STEAL_IO);

    @Override
    public ClaimText text() {
        return new ClaimText("AN-4", Article.AN,
                "For lists, and for mixed actions, a work-stealing executor wins; frameworks on one thread come last "
                        + "and the direct call in the middle.",
                "an order, no figures",
                "Idle threads steal what others have queued.",
                "JMH: a hundred list, mixed and arithmetic actions in every way, in fresh forks.",
                "Confirmed if the best work-stealing executor is faster than any other framework for lists and for "
                        + "mixed actions, and for lists the direct call is slower than the fastest and faster than "
                        + "the fastest framework on one thread.",
                "Stealing can help only where actions differ in cost. Only that changes: list actions differ, "
                        + "arithmetic ones do not. Confirmed if work stealing takes less than 0.95 of the fixed "
                        + "executor's time for lists and that advantage is at least 5 % smaller for arithmetic.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return HundredActionsExperiment.points(effort, Action.ARITHMETIC, Action.LISTS, Action.MIXED);
    }

    @Override
    public Verdict effect(Measurements measurements) {
        Ranking lists = new Ranking(measurements, Action.LISTS);
        Way fastest = lists.fastest(way -> true);
        Way oneThread = lists.fastest(way -> way.threads() == Threads.ONE);
        return all(
                stealingFirst(lists),
                stealingFirst(new Ranking(measurements, Action.MIXED)),
                above(lists.words(Way.DIRECT, fastest), lists.ratio(Way.DIRECT, fastest), 1),
                below(lists.words(Way.DIRECT, oneThread), lists.ratio(Way.DIRECT, oneThread), 1));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        Ranking unequal = new Ranking(measurements, Action.LISTS);
        Ranking equal = new Ranking(measurements, Action.ARITHMETIC);
        double advantage = unequal.ratio(Way.STEAL_CPU, Way.FIXED_CPU).value();
        return all(
                below(unequal.words(Way.STEAL_CPU, Way.FIXED_CPU), unequal.ratio(Way.STEAL_CPU, Way.FIXED_CPU), 0.95),
                above(equal.words(Way.STEAL_CPU, Way.FIXED_CPU), equal.ratio(Way.STEAL_CPU, Way.FIXED_CPU),
                        advantage * 1.05));
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        return new Ranking(measurements, Action.LISTS).picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "Where actions differ in cost, stealing evens them out.";
            case REFUTED ->
                    "A fixed pool's shared queue evens out unequal actions too, so stealing explains no lead here.";
            case INCONCLUSIVE, NOT_TESTABLE -> "Whether stealing evens out unequal actions better is not settled here.";
        };
    }

    private static Verdict stealingFirst(Ranking ranking) {
        Way stealing = ranking.fastest(STEALING::contains);
        Way other = ranking.fastest(way -> !STEALING.contains(way));
        return below(ranking.words(stealing, other), ranking.ratio(stealing, other), 1);
    }
}
