package io.birdseye.planning.advice;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.planning.advice.Advice.Recommendation;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.sweep.SweepAxis;
import io.birdseye.planning.sweep.SweepPlan;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.planning.sweep.SweepRun;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;

/** Measures a recommendation: its I/O pool, half of it and double. */
public final class VerificationRun {

    /** Enough requests for a p99, unless that takes too long. */
    private static final double REQUESTS = 1_100;

    private static final double LEAST_SECONDS = 12;
    private static final double MOST_SECONDS = 44;

    private VerificationRun() {}

    /** The measured time of each pool. */
    public static Duration duration(Question question) {
        double seconds = Math.clamp(REQUESTS / question.perSecond(), LEAST_SECONDS, MOST_SECONDS);
        return Duration.ofMillis(Math.round(1e3 * seconds));
    }

    /** The pools to measure: at most three. */
    static List<Double> pools(Recommendation recommendation) {
        int io = recommendation.io();
        return List.copyOf(new TreeSet<>(List.of(Math.max(1.0, io / 2), (double) io, io * 2.0)));
    }

    /**
     * Takes at most a minute per pool.
     *
     * @param point the settings of the recommendation
     */
    public static SweepResult measure(
            Recommendation recommendation, PointSettings point, PointTrials trials, Progress progress)
            throws TrialFailure, IOException, InterruptedException {
        return new SweepRun(
                        new SweepPlan(List.of(new SweepAxis("io", pools(recommendation))), trials.seed()),
                        List.of(recommendation.strategy()), point, trials,
                        "The recommended strategy, half its I/O pool and double.", progress)
                .run();
    }
}
