package io.birdseye.planning.calibration;

import io.birdseye.loadtest.InvalidMeasurement;
import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.RunFolder;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.planning.calibration.Accuracy.CheckedFigures;
import io.birdseye.planning.calibration.Accuracy.CheckedPoint;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.Validity;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Calibrates on this machine, and measures points that check predictions with the calibration. Points that are already
 * measured are read. A point that fails is left out.
 *
 * @param loaded the loaded trial of the calibration; the floor of its comparison is the unloaded measurement
 * @param checks the points at which predictions are checked
 */
public record CalibrationRun(
        PointSettings loaded, List<PointSettings> checks, PointTrials trials, Programs programs, Progress progress) {

    /** Time for the floor: start, warm-up, and thirty requests one after another. */
    private static final double FLOOR_SECONDS = 22;

    /** After a shorter warm-up the JIT compiles during the measurement, and its CPU time would count as contention. */
    private static final Duration SETTLED = Duration.ofSeconds(40);

    /** @param failures one sentence for each point that could not be measured */
    public record Calibrated(CalibrationFile file, List<String> failures) {}

    /** How long all of it takes, roughly. */
    public static Duration estimate(PointSettings loaded, List<PointSettings> checks, PointTrials trials) {
        return Duration.ofSeconds(Math.round(FLOOR_SECONDS + settled(trials).estimateSeconds(loaded)
                + trials.estimateSeconds(loaded) * checks.size()));
    }

    private static PointTrials settled(PointTrials trials) {
        return trials.withWarmUp(trials.warmUp().compareTo(SETTLED) < 0 ? SETTLED : trials.warmUp());
    }

    /**
     * @throws TrialFailure if the calibration or all points fail, another run has the folder, or it holds measurements
     *     of other settings, another build or machine
     */
    public Calibrated run() throws TrialFailure, IOException, InterruptedException {
        try (RunFolder _ = RunFolder.lock(trials.out())) {
            return measureAll();
        }
    }

    private Calibrated measureAll() throws TrialFailure, IOException, InterruptedException {
        PointTrials settled = settled(trials);
        double total = estimate(loaded, checks, trials).toSeconds();
        int cores = Runtime.getRuntime().availableProcessors();
        CalibratedCosts costs = calibrate(settled.settings(loaded, "calibration"), cores, total);
        List<CheckedPoint> points = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (int i = 1; i <= checks.size(); i++) {
            PointSettings point = checks.get(i - 1);
            double before = total - trials.estimateSeconds(loaded) * (checks.size() - i + 1);
            String name = "point " + i + " of " + checks.size() + ", " + point.describe();
            Trials.JudgedTrial outcome = trials.measure(point, "points/" + i,
                    (phase, done, all) -> progress.update(name + ": " + phase, before + done, total));
            check(costs, cores, point, outcome).ifPresentOrElse(points::add, () -> failures.add(point.describe() + ": "
                    + outcome.unusable().orElse("no request was answered")));
        }
        if (points.isEmpty()) {
            throw new InvalidMeasurement("no point could be measured, so no prediction can be checked: "
                    + String.join("; ", failures));
        }
        return new Calibrated(
                new CalibrationFile(
                        CalibrationFile.SCHEMA_VERSION, Instant.now().toString(), PointTrials.machine(), cores,
                        CalibrationFile.work(loaded), costs, new Accuracy(points)),
                failures);
    }

    private CalibratedCosts calibrate(TrialSettings settings, int cores, double total)
            throws TrialFailure, IOException, InterruptedException {
        Results results = new Comparison(
                        settings, programs, (phase, done, all) -> progress.update("calibration: " + phase, done, total))
                .run();
        Trial trial = results.trials().getFirst();
        if (trial.measured() == null) {
            throw new TrialFailure("the calibration failed: " + trial.reason());
        }
        List<String> broken = Validity.of(results).broken(trial.measured());
        if (!broken.isEmpty()) {
            throw new InvalidMeasurement("the calibration is not valid: " + String.join("; ", broken));
        }
        return CalibratedCosts.of(results.floor(), loaded.upstreams(), trial, cores);
    }

    private Optional<CheckedPoint> check(
            CalibratedCosts costs, int cores, PointSettings point, Trials.JudgedTrial outcome) {
        Trial.Measured measured = outcome.trial().measured();
        LatencyFigures response = outcome.response();
        if (outcome.unusable().isPresent() || measured == null || response == null) {
            return Optional.empty();
        }
        return CheckedPoint.of(
                point.describe(),
                costs.predict(
                        cores, point, outcome.trial().topology(),
                        RunLength.ofTrial(trials.warmUp(), trials.duration())),
                new CheckedFigures(measured.achievedPerSecond(), response.p50Ms(), response.p99Ms()));
    }
}
