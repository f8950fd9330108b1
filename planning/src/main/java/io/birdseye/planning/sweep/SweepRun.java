package io.birdseye.planning.sweep;

import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.Interrupted;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.program.RunFolder;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.model.Format;
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
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Measures every point of a sweep for every row, in random order. One that fails is part of the result. */
public record SweepRun(SweepPlan plan, SweepPoints points, Progress progress) {

    public Duration estimate() {
        return Duration.ofSeconds(Math.round(plan.order(points.names()).stream().mapToDouble(this::seconds).sum()));
    }

    private double seconds(Step step) {
        return points.settings().apply(step).estimateSeconds();
    }

    /** @throws FolderRefused if another run has the folder, or it holds points of other conditions */
    public SweepResult run() throws TrialFailure, IOException, InterruptedException {
        List<Step> steps = plan.order(points.names());
        double total = estimate().toSeconds();
        double done = 0;
        List<SweepPoint> measured = new ArrayList<>();
        SweepResult result = result(measured);
        try (RunFolder _ = RunFolder.lock(points.out())) {
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
                done += seconds(step);
                result = result(measured);
                SweepFiles.write(result, points.out());
            }
        }
        return result;
    }

    private SweepPoint measure(Step step, Progress within) throws TrialFailure, IOException, InterruptedException {
        try {
            Trials.JudgedTrial outcome = points.runner().run(points.settings().apply(step), within);
            Trial.Measured measured = outcome.trial().measured();
            LatencyFigures response = outcome.response();
            String unusable = outcome.unusable().orElse(null);
            return unusable != null || measured == null || response == null
                    ? point(step, null, Objects.requireNonNullElse(unusable, "no figures"))
                    : point(step, figures(measured, response), null);
        } catch (FolderRefused | Interrupted e) {
            throw e;
        } catch (TrialFailure e) {
            return point(step, null, e.reason());
        }
    }

    private static SweepPoint point(Step step, @Nullable PointFigures figures, @Nullable String failure) {
        return new SweepPoint(step.index(), step.strategy(), step.values(), figures, failure);
    }

    private static PointFigures figures(Trial.Measured measured, LatencyFigures response) {
        double requests = Math.max(1, measured.requests() + measured.errors());
        return new PointFigures(
                measured.offeredPerSecond(), measured.achievedPerSecond(), measured.errors() / requests,
                response.count(), response.p50Ms(), response.p90Ms(), response.p99Ms(),
                Objects.requireNonNullElse(measured.cpuMsPerAnswer(), 0.0), Objects.requireNonNullElse(measured.resources().serviceCores(), 0.0),
                measured.capacity());
    }

    private SweepResult result(List<SweepPoint> measured) {
        return new SweepResult(
                SweepResult.SCHEMA_VERSION, Instant.now().toString(), points.command(), PointTrials.machine(),
                points.fixed(), plan.axes(), measured);
    }
}
