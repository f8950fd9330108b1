package io.birdseye.benchmarks;

import io.birdseye.benchmarks.Figure.Target;
import io.birdseye.benchmarks.BenchContext.MeasuredTrial;
import io.birdseye.benchmarks.BenchContext.Timed;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What measuring costs. The time of a nine-strategy comparison is computed from two short ones, of one strategy and of
 * three: their difference is the cost of a trial, and the rest is the cost of a comparison.
 */
final class RunnerBench {

    private static final int NINE = 9;
    private static final LoadPlan SHORT =
            new LoadPlan(Load.open(50), WarmUp.of(Duration.ofSeconds(4)), Duration.ofSeconds(4));

    /** The defaults of {@code compare}. */
    private static final LoadPlan USUAL =
            new LoadPlan(Load.open(50), WarmUp.of(Duration.ofSeconds(18)), Duration.ofSeconds(30));

    /** A comparison begins with a warm-up of its own, which is as long as that of the trials up to this length. */
    private static final double MAX_CALIBRATION_SECONDS = 8;

    private RunnerBench() {}

    static List<Figure> run(BenchContext context) throws Exception {
        List<Double> cores = new ArrayList<>();
        List<Double> lags = new ArrayList<>();
        for (Layout layout : Layout.values()) {
            for (MeasuredTrial trial : context.standard(layout).trials()) {
                Double injector = trial.figures().resources().injectorCores();
                Double mock = trial.figures().resources().mockCores();
                if (injector != null && mock != null) {
                    cores.add(injector + mock);
                }
                lags.add(trial.figures().instruments().startLagP99Ms());
            }
        }
        if (cores.isEmpty()) {
            throw new IOException("no trial tells what injector and mock took");
        }
        return List.of(
                Figure.median("injector and mock-api", Target.atMost(0.25), cores, " cores", "over all trials"),
                Figure.median("start lag p99", Target.atMost(5), lags, " ms", "over all trials"),
                comparison(context));
    }

    private static Figure comparison(BenchContext context) throws Exception {
        Work light = Work.article(BenchContext.UPSTREAM_DELAY, 0.5, Layout.BOXED);
        Timed one = context.compare("runner-1", BenchContext.STRATEGIES.subList(0, 1), light, SHORT, 1);
        Timed three = context.compare("runner-3", BenchContext.STRATEGIES, light, SHORT, 1);
        double trial = (three.seconds() - one.seconds()) / 2;
        double once = one.seconds() - trial;
        double more = trial - seconds(SHORT.span());
        double span = seconds(USUAL.span());
        double all = once + MAX_CALIBRATION_SECONDS - seconds(SHORT.warmUp().total()) + NINE * (span + more);
        return Figure.of("nine strategies over the sum of warm-up and measuring", Target.atMost(1.25),
                all / (NINE * span), " ×",
                Format.text("%.0f s; a trial costs %.1f s beside its %.0f s, a comparison %.1f s once",
                        all, more, span, once));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1e3;
    }
}
