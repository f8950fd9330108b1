package io.birdseye.experiments.android;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;
import static io.birdseye.experiments.claim.Verdict.between;

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

/** AN-5. */
final class WaitingLevelsFrameworks implements Claim {

    @Override
    public ClaimText text() {
        return new ClaimText("AN-5", Article.AN,
                "For storage, I/O pools beat CPU pools and those beat one thread, with frameworks about 1 ms apart; "
                        + "for the network, frameworks are within 1 %.",
                "an order; 1 ms; less than 1 %",
                "The threads only wait: how many there are decides, not which framework owns them.",
                "JMH: a hundred storage actions (0.5 to 1.49 ms) and network actions (0 to 99 ms) in every way.",
                "Confirmed if for storage the slowest I/O pool beats the fastest CPU pool and the slowest of those the "
                        + "fastest on one thread, and for the network the slowest I/O pool takes at most 1 % more "
                        + "than the fastest.",
                "Only the number of threads changes, then only the framework. Confirmed if a fixed executor of as many "
                        + "threads as cores takes more than twice as long as one of a hundred for storage, and for "
                        + "the network RxJava's I/O scheduler takes within 5 % of that one.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return HundredActionsExperiment.points(effort, Action.STORAGE, Action.NETWORK);
    }

    @Override
    public Verdict effect(Measurements measurements) {
        Ranking storage = new Ranking(measurements, Action.STORAGE);
        Ranking network = new Ranking(measurements, Action.NETWORK);
        Way fast = network.fastest(way -> way.threads() == Threads.IO);
        Way slow = network.slowest(way -> way.threads() == Threads.IO);
        return all(
                faster(storage, Threads.IO, Threads.CPU),
                faster(storage, Threads.CPU, Threads.ONE),
                below(network.words(slow, fast), network.ratio(slow, fast), 1.01));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        Ranking storage = new Ranking(measurements, Action.STORAGE);
        Ranking network = new Ranking(measurements, Action.NETWORK);
        return all(
                above(storage.words(Way.FIXED_CPU, Way.FIXED_IO), storage.ratio(Way.FIXED_CPU, Way.FIXED_IO), 2),
                between(network.words(Way.RX_IO, Way.FIXED_IO), network.ratio(Way.RX_IO, Way.FIXED_IO), 0.95, 1.05));
    }

    @Override
    public Optional<Picture> picture(Measurements measurements) {
        return new Ranking(measurements, Action.STORAGE).picture();
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (cause) {
            case CONFIRMED -> "Waiting costs threads, not framework: the number of threads sets the time.";
            case REFUTED -> "More than the number of threads decides here.";
            case INCONCLUSIVE, NOT_TESTABLE -> "Whether the number of threads alone decides is not settled here.";
        };
    }

    private static Verdict faster(Ranking ranking, Threads many, Threads few) {
        Way slow = ranking.slowest(way -> way.threads() == many);
        Way fast = ranking.fastest(way -> way.threads() == few);
        return below(ranking.words(slow, fast), ranking.ratio(slow, fast), 1);
    }
}
