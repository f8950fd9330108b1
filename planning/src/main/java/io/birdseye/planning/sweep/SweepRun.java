package io.birdseye.planning.sweep;

import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.program.RunFolder;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.model.Format;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.sweep.SweepPlan.Step;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.planning.sweep.SweepResult.SweepPoint;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * Measures every point of a sweep for every strategy, in random order. A point that fails is part of the result, and
 * the sweep continues.
 *
 * @param base the settings of all points, except for those on an axis
 * @param trials the folder {@code points} below theirs holds the points
 * @param fixed a sentence about {@code base}, for the result
 */
public record SweepRun(
        SweepPlan plan, List<String> strategies, PointSettings base, PointTrials trials, String fixed,
        Progress progress) {

    /**
     * The settings of all points, for checks before the first measurement.
     *
     * @throws IllegalArgumentException if an axis does not fit the settings
     */
    public static List<PointSettings> points(SweepPlan plan, PointSettings base) {
        return plan.grid().stream().map(values -> at(base, values)).toList();
    }

    private static PointSettings at(PointSettings base, Map<String, Double> values) {
        PointSettings settings = base;
        for (Map.Entry<String, Double> value : values.entrySet()) {
            settings = settings.with(value.getKey(), value.getValue());
        }
        return settings;
    }

    /** How long all points take, roughly. */
    public static Duration estimate(SweepPlan plan, List<String> strategies, PointSettings base, PointTrials trials) {
        return Duration.ofSeconds(Math.round(plan.order(strategies).stream()
                .mapToDouble(step -> trials.estimateSeconds(at(base.of(step.strategy()), step.values())))
                .sum()));
    }

    /**
     * Measures all points. The files of the result are written after each of them, so an interruption loses none.
     *
     * @throws FolderRefused if another run has the folder, or it holds points of other settings, another build or
     *     machine
     */
    public SweepResult run() throws TrialFailure, IOException, InterruptedException {
        try (RunFolder _ = RunFolder.lock(trials.out())) {
            return measureAll();
        }
    }

    private SweepResult measureAll() throws TrialFailure, IOException, InterruptedException {
        List<Step> steps = plan.order(strategies);
        double total = estimate(plan, strategies, base, trials).toSeconds();
        double done = 0;
        List<SweepPoint> measured = new ArrayList<>();
        SweepResult result = result(measured);
        for (Step step : steps) {
            double before = done;
            String name = "point " + (measured.size() + 1) + " of " + steps.size() + ", " + step.strategy() + " "
                    + step.values().entrySet().stream()
                            .map(value -> value.getKey() + " " + Format.setting(value.getValue()))
                            .collect(Collectors.joining(", "));
            Progress within = (phase, doneSeconds, all) -> progress.update(
                    name + phase.substring(Math.max(0, phase.indexOf(": "))), before + doneSeconds, total);
            within.update("", 0, total);
            measured.add(measure(step, within));
            done += trials.estimateSeconds(settings(step));
            result = result(measured);
            SweepFiles.write(result, trials.out());
        }
        return result;
    }

    private PointSettings settings(Step step) {
        return at(base.of(step.strategy()), step.values());
    }

    private SweepPoint measure(Step step, Progress within) throws TrialFailure, IOException, InterruptedException {
        Trials.JudgedTrial outcome =
                trials.measure(settings(step), "points/" + step.strategy() + "-" + step.index(), within);
        Trial trial = outcome.trial();
        Trial.Measured measured = trial.measured();
        LatencyFigures response = outcome.response();
        String unusable = outcome.unusable().orElse(null);
        if (unusable != null || measured == null || response == null) {
            return new SweepPoint(step.index(), step.strategy(), step.values(), null,
                    Objects.requireNonNullElse(unusable, "no figures"));
        }
        return new SweepPoint(step.index(), step.strategy(), step.values(), figures(measured, response), null);
    }

    private static PointFigures figures(Trial.Measured measured, LatencyFigures response) {
        double requests = Math.max(1, measured.requests() + measured.errors());
        return new PointFigures(
                measured.offeredPerSecond(), measured.achievedPerSecond(), measured.errors() / requests,
                response.count(), response.p50Ms(), response.p90Ms(), response.p99Ms(),
                Objects.requireNonNullElse(measured.cpuMsPerAnswer(), 0.0), Objects.requireNonNullElse(measured.resources().serviceCores(), 0.0));
    }

    private SweepResult result(List<SweepPoint> measured) {
        return new SweepResult(
                SweepResult.SCHEMA_VERSION, Instant.now().toString(), trials.command(), PointTrials.machine(), fixed,
                plan.axes(), measured);
    }
}
