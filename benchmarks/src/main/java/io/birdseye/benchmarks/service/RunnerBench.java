package io.birdseye.benchmarks.service;

import io.birdseye.benchmarks.Bench;
import io.birdseye.benchmarks.BenchContext;
import io.birdseye.benchmarks.BenchContext.Timed;
import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.Target;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.trial.LoadPlan;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What measuring costs. The time of a nine-strategy comparison is reckoned from two short ones, of one strategy and of
 * three: their difference is what a trial costs, and the rest is what a comparison costs once.
 */
public final class RunnerBench implements Bench {

    private static final int NINE = 9;
    private static final double SHORT_SECONDS = 4;

    /** Warm-up and measuring of {@code compare} where nothing else is said, and the pauses within the warm-up. */
    private static final double WARM_UP_SECONDS = 18;
    private static final double MEASURED_SECONDS = 30;
    private static final double PAUSES = 1 / 3.0;

    /** A comparison begins with a warm-up of its own, which follows that of the trials up to here. */
    private static final double MOST_CALIBRATION_SECONDS = 8;

    @Override
    public String name() {
        return "runner";
    }

    @Override
    public String what() {
        return "At 50 requests/s injector and mock together take a quarter of a core, start lag p99 5 ms; nine"
                + " strategies take 1.25 × their warm-up and measuring times";
    }

    @Override
    public Duration estimate(boolean quick) {
        return Duration.ofSeconds(110);
    }

    @Override
    public List<Figure> run(BenchContext context) throws Exception {
        List<Double> cores = new ArrayList<>();
        List<Double> lags = new ArrayList<>();
        for (Layout layout : Layout.values()) {
            for (Trial trial : Standard.run(context, layout).measured()) {
                Measured measured = trial.measured();
                if (measured != null) {
                    Double injector = measured.resources().injectorCores();
                    Double mock = measured.resources().mockCores();
                    if (injector != null && mock != null) {
                        cores.add(injector + mock);
                    }
                    lags.add(measured.startLagP99Ms());
                }
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
        Timed one = shortRun(context, Standard.STRATEGIES.subList(0, 1));
        Timed three = shortRun(context, Standard.STRATEGIES);
        double shortSpan = SHORT_SECONDS * (1 + PAUSES) + SHORT_SECONDS;
        double trial = (three.seconds() - one.seconds()) / 2;
        double once = one.seconds() - trial;
        double trialMore = trial - shortSpan;
        double span = WARM_UP_SECONDS * (1 + PAUSES) + MEASURED_SECONDS;
        double seconds = once + MOST_CALIBRATION_SECONDS - SHORT_SECONDS + NINE * (span + trialMore);
        return Figure.of(
                "nine strategies over the sum of warm-up and measuring",
                Target.atMost(1.25),
                seconds / (NINE * span),
                " ×",
                Format.text("%.0f s; a trial costs %.1f s beside its %.0f s, a comparison %.1f s once",
                        seconds, trialMore, span, once));
    }

    private static Timed shortRun(BenchContext context, List<String> strategies) throws Exception {
        String label = "runner-" + strategies.size();
        Duration seconds = Duration.ofMillis(Math.round(SHORT_SECONDS * 1e3));
        TrialSettings settings = context.comparison(label, strategies, Load.open(50), Layout.BOXED);
        Served served = settings.served();
        return context.measure(label, new TrialSettings(
                new Served(
                        strategies, served.budgets(), Work.article(served.work().upstreamDelay(), 0.5, Layout.BOXED),
                        served.service()),
                new LoadPlan(settings.load().load(), WarmUp.of(seconds), seconds),
                settings.measurement()));
    }
}
