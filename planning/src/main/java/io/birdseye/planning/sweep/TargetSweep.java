package io.birdseye.planning.sweep;

import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.foreign.TargetSettings;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.RunFolder;
import io.birdseye.loadtest.recipe.BlockPlan;
import io.birdseye.loadtest.recipe.TargetComparison;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.model.Load;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.sweep.SweepPlan.Step;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.planning.sweep.SweepResult.SweepPoint;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Measures variants of a service that is not Birdseye's under a range of loads, in random order: each point is one trial,
 * with a warm-up of its own. A point that fails is part of the result.
 *
 * @param base the settings of all points; its folder receives the result, and {@code points} below it the trials
 */
public record TargetSweep(SweepPlan plan, TargetSettings base, Programs programs, Progress progress) {

    public TargetSweep {
        SweepPlan _ = checked(plan);
    }

    /**
     * The plan, if it fits a service that is not Birdseye's.
     *
     * @throws IllegalArgumentException if an axis is neither the rate nor the users
     */
    public static SweepPlan checked(SweepPlan plan) {
        for (SweepAxis axis : plan.axes()) {
            if (!axis.setting().equals("rate") && !axis.setting().equals("users")) {
                throw new IllegalArgumentException(
                        "of a service of your own, rate or users can be on an axis, but not " + axis.setting());
            }
        }
        if (plan.axes().size() > 1) {
            throw new IllegalArgumentException("a load is either open or closed: rate and users cannot both be on an axis");
        }
        return plan;
    }

    /** How long all points take, roughly. */
    public static Duration estimate(SweepPlan plan, TargetSettings base) {
        return each(base).multipliedBy(plan.order(base.variants()).size());
    }

    private static Duration each(TargetSettings base) {
        Duration each = TargetComparison.estimate(base.only(base.variants().getFirst()), BlockPlan.PLAIN);
        return each.isPositive() ? each : Duration.ofSeconds(1);
    }

    /**
     * Measures all points. The files of the result are written after each of them, so an interruption loses none.
     *
     * @throws FolderRefused if another run has the folder, or it holds points of other settings, another build or
     *     machine
     */
    public SweepResult run() throws TrialFailure, IOException, InterruptedException {
        Path out = base.measurement().out();
        try (RunFolder _ = RunFolder.lock(out)) {
            List<Step> steps = plan.order(base.variants());
            double each = each(base).toSeconds();
            List<SweepPoint> measured = new ArrayList<>();
            SweepResult result = result(measured);
            for (Step step : steps) {
                double before = measured.size() * each;
                String name = "point " + (measured.size() + 1) + " of " + steps.size() + ", " + step.strategy() + " " + step.values();
                measured.add(measure(step, (phase, done, _) -> progress.update(
                        name + phase.substring(Math.max(0, phase.indexOf(": "))), before + done, steps.size() * each)));
                result = result(measured);
                SweepFiles.write(result, out);
            }
            return result;
        }
    }

    private SweepPoint measure(Step step, Progress within) throws TrialFailure, IOException, InterruptedException {
        Measurement asked = base.measurement();
        TargetSettings settings = base.only(step.strategy()).with(load(base.load(), step.values()), new Measurement(
                1, asked.seed(), asked.validity(),
                asked.out().resolve("points").resolve(step.strategy() + "-" + step.index()), asked.command()));
        try {
            Trial trial = new TargetComparison(settings, BlockPlan.PLAIN, programs, within).run().trials().getFirst();
            Measured figures = trial.measured();
            return new SweepPoint(
                    step.index(), step.strategy(), step.values(), figures == null ? null : figures(figures),
                    figures == null ? Objects.requireNonNullElse(trial.reason(), "no figures") : null);
        } catch (FolderRefused e) {
            throw e;
        } catch (TrialFailure e) {
            return new SweepPoint(step.index(), step.strategy(), step.values(), null, e.reason());
        }
    }

    private static Load load(Load base, Map<String, Double> values) {
        Map.Entry<String, Double> value = values.entrySet().iterator().next();
        return value.getKey().equals("rate") ? base.at(value.getValue()) : Load.closed((int) Math.round(value.getValue()));
    }

    private static PointFigures figures(Measured measured) {
        double requests = Math.max(1, measured.requests() + measured.errors());
        return new PointFigures(
                measured.offeredPerSecond(), measured.achievedPerSecond(), measured.errors() / requests,
                measured.requests(), measured.response().p50Ms(), measured.response().p90Ms(),
                // A sample that carries no p99 is not shown as one: see carriesP99.
                Objects.requireNonNullElse(measured.response().p99Ms(), measured.response().maxMs()),
                Objects.requireNonNullElse(measured.cpuMsPerAnswer(), 0.0),
                Objects.requireNonNullElse(measured.resources().serviceCores(), 0.0));
    }

    private SweepResult result(List<SweepPoint> measured) {
        return new SweepResult(
                SweepResult.SCHEMA_VERSION, Instant.now().toString(), base.measurement().command(), PointTrials.machine(),
                "The service: " + base.target().address() + ", each point " + base.duration().toSeconds() + " s after "
                        + base.warmUp().toSeconds() + " s of warm-up.",
                plan.axes(), measured);
    }
}
