package io.birdseye.cli;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.trial.SingleTrial;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.planning.sweep.SweepFiles;
import io.birdseye.planning.sweep.SweepPlan;
import io.birdseye.planning.sweep.SweepResult.PointFigures;
import io.birdseye.planning.sweep.SweepResult.SweepPoint;
import io.birdseye.planning.sweep.SweepResult;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Measures every point of a sweep for every strategy, in one random order, each in a folder of its own. Points that are
 * measured already are read; one that fails is part of the result, and the sweep goes on.
 *
 * @param base what no axis changes
 * @param fixed the same in words
 */
record SweepRun(
        SweepPlan plan,
        List<String> strategies,
        PointSettings base,
        Duration warmUp,
        Duration duration,
        List<String> jvmFlags,
        Path out,
        String command,
        String machine,
        String fixed,
        PointRunner runner,
        Progress progress) {

    private record Step(String strategy, SweepPlan.GridPoint point) {}

    /**
     * All points; files are written after each of them, so that an interrupted sweep has shown what it had.
     *
     * @throws IllegalArgumentException if an axis does not fit the settings
     */
    SweepResult run() throws TrialFailure, IOException, InterruptedException {
        List<Step> steps = order();
        List<TrialSettings> settings = new ArrayList<>();
        for (Step step : steps) {
            settings.add(settings(step));
        }
        double total = settings.stream().mapToDouble(SingleTrial::estimateSeconds).sum();
        double done = 0;
        List<SweepPoint> measured = new ArrayList<>();
        SweepResult result = result(measured);
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            double before = done;
            String name = "point " + (i + 1) + " of " + steps.size() + ", " + step.strategy() + " "
                    + words(step.point().values());
            Progress within = (phase, doneSeconds, all) -> progress.update(
                    name + phase.substring(Math.max(0, phase.indexOf(": "))), before + doneSeconds, total);
            within.update("", 0, total);
            measured.add(measured(step, settings.get(i), within));
            done += SingleTrial.estimateSeconds(settings.get(i));
            result = result(measured);
            SweepFiles.write(result, out);
        }
        return result;
    }

    private List<Step> order() {
        List<Step> steps = new ArrayList<>();
        for (String strategy : strategies) {
            plan.grid().forEach(point -> steps.add(new Step(strategy, point)));
        }
        Collections.shuffle(steps, new Random(plan.seed()));
        return steps;
    }

    private TrialSettings settings(Step step) {
        PointSettings point = base.of(step.strategy());
        for (Map.Entry<String, Double> value : step.point().values().entrySet()) {
            point = point.with(value.getKey(), value.getValue());
        }
        Path folder = out.resolve("points").resolve(step.strategy() + "-" + step.point().index());
        return point.trial(warmUp, duration, plan.seed(), jvmFlags, folder, command);
    }

    private SweepPoint measured(Step step, TrialSettings settings, Progress within)
            throws TrialFailure, IOException, InterruptedException {
        Trials.Outcome outcome = runner.run(settings, within);
        Trial trial = outcome.trial();
        Trial.Measured figures = trial.measured();
        LatencyFigures response = outcome.response();
        if (figures == null || response == null) {
            return new SweepPoint(
                    step.point().index(), step.strategy(), step.point().values(), null,
                    trial.reason() == null ? "no figures" : trial.reason());
        }
        double requests = Math.max(1, figures.requests() + figures.errors());
        return new SweepPoint(
                step.point().index(),
                step.strategy(),
                step.point().values(),
                new PointFigures(
                        figures.offeredPerSecond(),
                        figures.achievedPerSecond(),
                        figures.errors() / requests,
                        response.count(),
                        response.p50Ms(),
                        response.p90Ms(),
                        response.p99Ms(),
                        figures.resources().cpuMsPerRequest(),
                        figures.resources().serviceCores()),
                null);
    }

    private SweepResult result(List<SweepPoint> measured) {
        return new SweepResult(
                SweepResult.SCHEMA_VERSION, Instant.now().toString(), command, machine, fixed, plan.axes(), measured);
    }

    private static String words(Map<String, Double> values) {
        return String.join(", ", values.entrySet().stream()
                .map(value -> value.getKey() + " " + (value.getValue() == Math.rint(value.getValue())
                        ? Long.toString(Math.round(value.getValue()))
                        : value.getValue().toString()))
                .toList());
    }
}
