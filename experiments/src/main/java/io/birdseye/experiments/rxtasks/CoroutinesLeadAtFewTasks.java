package io.birdseye.experiments.rxtasks;

import static io.birdseye.experiments.claim.Verdict.all;
import static io.birdseye.experiments.claim.Verdict.below;
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

/** RX-2. */
final class CoroutinesLeadAtFewTasks implements Claim {

    @Override
    public ClaimText text() {
        return new ClaimText("RX-2", Article.RX,
                "With 50 to 1,000 tasks coroutines are faster than RxJava 2 (on the emulator; not on the phones).",
                "up to 44 % less time",
                null,
                "50 and 500 tasks at once, each way as published, in a cold JVM as the article's app.",
                "Confirmed if coroutines take less time than RxJava with 50 and with 500 tasks; refuted if they take "
                        + "more with either.",
                "None is published for this range.");
    }

    @Override
    public List<Point> points(Effort effort) {
        return List.of(
                point(effort, Library.RX_EXECUTE, NO_LIMIT, NumberOfTasks.FEW),
                point(effort, Library.COROUTINES, DEFAULT_LIMIT, NumberOfTasks.FEW),
                point(effort, Library.RX_EXECUTE, NO_LIMIT, NumberOfTasks.SOME),
                point(effort, Library.COROUTINES, DEFAULT_LIMIT, NumberOfTasks.SOME));
    }

    @Override
    public Verdict effect(Measurements measurements) {
        return all(lead(measurements, NumberOfTasks.FEW), lead(measurements, NumberOfTasks.SOME));
    }

    @Override
    public Verdict cause(Measurements measurements) {
        return Verdict.notTestable("the article gives no cause");
    }

    @Override
    public String explanation(Verdict.Kind effect, Verdict.Kind cause) {
        return switch (effect) {
            case CONFIRMED -> "With few tasks, making threads costs more than the client's queue.";
            case REFUTED -> "Five calls at once lose more time than making threads costs, except with very few tasks.";
            case INCONCLUSIVE, NOT_TESTABLE -> "With few tasks both are too close together, or too noisy, to rank.";
        };
    }

    private static Verdict lead(Measurements measurements, NumberOfTasks tasks) {
        return below(tasks.label() + " tasks: coroutines / RxJava", measurements.ratio("totalMs",
                name(Library.COROUTINES, DEFAULT_LIMIT, tasks), name(Library.RX_EXECUTE, NO_LIMIT, tasks)), 1);
    }
}
