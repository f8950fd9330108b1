package io.birdseye.experiments.android;

import static io.birdseye.experiments.claim.Verdict.above;
import static io.birdseye.experiments.claim.Verdict.any;
import static io.birdseye.experiments.claim.Verdict.outside;

import io.birdseye.experiments.claim.Article;
import io.birdseye.experiments.claim.Claim;
import io.birdseye.experiments.claim.ClaimText;
import io.birdseye.experiments.claim.Estimate;
import io.birdseye.experiments.claim.Verdict;
import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Measurements;
import io.birdseye.experiments.measure.Point;
import java.util.ArrayList;
import java.util.List;

/** AN-3. */
final class DefaultIsNotLimited implements Claim {

    static final String COUNT = "an/default-concurrency";

    @Override
    public ClaimText text() {
        return new ClaimText("AN-3", Article.AN,
                "Dispatchers.Default takes another time with a limit of as many threads as cores than without.",
                "two different times for the same actions",
                "Dispatchers.Default is not bounded by the number of cores: its scheduler may make millions of "
                        + "threads.",
                "JMH: a hundred arithmetic and list actions on Default with and without the limit, in fresh forks; "
                        + "and a count of how many actions Default runs at once.",
                "Confirmed if for arithmetic or for lists the times differ by more than 10 %; refuted if both lie "
                        + "within 10 %.",
                "Only the bound is looked at. Confirmed if Default without a limit runs more than 1.5 times as many "
                        + "parked actions at once as cores (two, on one core); refuted if it runs no more than that.");
    }

    @Override
    public List<Point> points(Effort effort) {
        List<Point> points =
                new ArrayList<>(HundredActionsExperiment.points(effort, Action.ARITHMETIC, Action.LISTS));
        points.add(Point.of(COUNT, DefaultConcurrencyProbe.class).runs(effort.pick(2, 3)));
        return points;
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return any(differs(measurements, Action.ARITHMETIC), differs(measurements, Action.LISTS));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        Estimate ratio = Estimate.ratio(measurements.samples(COUNT, "atOnceWithoutLimit"),
                measurements.samples(COUNT, "allowedByDocumentation"));
        return above("actions at once on Default / cores", ratio, 1.5);
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return cause == Verdict.Kind.REFUTED
                ? "Default runs no more at once than there are cores, and asked for a limit of that many it returns "
                        + "itself since version 1.7; before, a wrapper that costs time."
                : "Whether the bound makes the difference is not shown here.";
    }

    private static Verdict differs(Measurements measurements, Action action) {
        Ranking ranking = new Ranking(measurements, action);
        return outside(ranking.words(Way.COROUTINE_CPU, Way.COROUTINE_CPU_LIMIT),
                ranking.ratio(Way.COROUTINE_CPU, Way.COROUTINE_CPU_LIMIT), 1 / 1.1, 1.1);
    }
}
