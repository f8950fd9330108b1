package io.birdseye.experiments.android;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;

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

/** AN-2. */
final class FlowCostsMost implements Claim {

    @Override
    public ClaimText text() {
        return new ClaimText("AN-2", Article.AN,
                "Flow costs most per action; coroutines beat RxJava on one thread and RxJava passes them as threads "
                        + "grow.",
                "an order, no figures",
                null,
                "JMH: a hundred arithmetic actions in every way, in fresh forks.",
                "Confirmed if Flow is slower than coroutines and RxJava with one, CPU and I/O threads, coroutines are "
                        + "faster than RxJava on one thread, and RxJava faster with CPU and with I/O threads.",
                "None is published.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return HundredActionsExperiment.points(effort, Action.ARITHMETIC);
    }

    @Override
    public Verdict effect(Measurements measurements) {
        Ranking ranking = new Ranking(measurements, Action.ARITHMETIC);
        return all(
                slower(ranking, Way.FLOW_ONE, Way.COROUTINE_ONE),
                slower(ranking, Way.FLOW_ONE, Way.RX_ONE),
                slower(ranking, Way.FLOW_CPU, Way.COROUTINE_CPU),
                slower(ranking, Way.FLOW_CPU, Way.RX_CPU),
                slower(ranking, Way.FLOW_IO, Way.COROUTINE_IO),
                slower(ranking, Way.FLOW_IO, Way.RX_IO),
                below(ranking.words(Way.COROUTINE_ONE, Way.RX_ONE), ranking.ratio(Way.COROUTINE_ONE, Way.RX_ONE), 1),
                slower(ranking, Way.COROUTINE_CPU, Way.RX_CPU),
                slower(ranking, Way.COROUTINE_IO, Way.RX_IO));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return Verdict.notTestable("the article gives no cause");
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        return new Ranking(measurements, Action.ARITHMETIC).picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (effect) {
            case CONFIRMED -> "A flow for a single action is machinery for a stream, and pays for it.";
            case REFUTED -> "The published order does not hold with today's versions of the libraries.";
            case INCONCLUSIVE, NOT_TESTABLE -> "The order of Flow, coroutines and RxJava is not settled here.";
        };
    }

    private static Verdict slower(Ranking ranking, Way slow, Way fast) {
        return above(ranking.words(slow, fast), ranking.ratio(slow, fast), 1);
    }
}
