package io.birdseye.cli;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.generate.LatencyFigures;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.recipe.Comparison;
import io.birdseye.loadtest.trial.SingleTrial;
import io.birdseye.loadtest.trial.TrialSettings;
import io.birdseye.loadtest.trial.Trials;
import io.birdseye.planning.accuracy.Accuracy;
import io.birdseye.planning.calibration.CalibratedCosts;
import io.birdseye.planning.calibration.CalibrationFile;
import io.birdseye.planning.calibration.LoadedTrial;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Calibrates on this machine, and measures points that the calibration has not seen. What is measured already in the
 * folder is not measured again; a point that fails is named and left out.
 *
 * @param loaded the trial of the calibration; its floor is the unloaded one
 * @param checks points at which the prediction is held against a measurement
 */
record CalibrationRun(
        PointSettings loaded,
        List<ValidationGrid.Point> checks,
        Duration warmUp,
        Duration duration,
        long seed,
        List<String> jvmFlags,
        Path out,
        Programs programs,
        Progress progress) {

    /** What the floor takes: a start, a warm-up, and thirty requests one after another. */
    private static final double FLOOR_SECONDS = 22;

    /** Under load a cold JVM compiles beside the requests, and that would pass for what company costs. */
    private static final Duration SETTLED = Duration.ofSeconds(40);

    /** With what failed, each in a sentence. */
    record Outcome(CalibrationFile file, List<String> failures) {}

    Outcome run() throws TrialFailure, IOException, InterruptedException {
        int cores = Runtime.getRuntime().availableProcessors();
        TrialSettings settings = trial(loaded, warmUp.compareTo(SETTLED) < 0 ? SETTLED : warmUp, "calibration");
        double calibrating = FLOOR_SECONDS + SingleTrial.estimateSeconds(settings);
        double each = SingleTrial.estimateSeconds(trial(loaded, warmUp, "points"));
        double total = calibrating + each * checks.size();
        Results results = new Comparison(
                        settings, programs, (phase, done, all) -> progress.update("calibration: " + phase, done, total))
                .run();
        Trial trial = results.trials().getFirst();
        if (trial.measured() == null) {
            throw new TrialFailure("the calibration failed: " + trial.reason());
        }
        CalibratedCosts calibration = CalibratedCosts.of(
                results.floor(),
                Predictions.means(Predictions.upstreams(loaded.scenario(), loaded.delay().toNanos() / 1e6)),
                LoadedTrial.of(trial, cores));
        List<Accuracy.CheckedPoint> points = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (int i = 0; i < checks.size(); i++) {
            ValidationGrid.Point check = checks.get(i);
            double before = calibrating + each * i;
            String name = "point " + (i + 1) + " of " + checks.size() + ", " + check.name();
            Trials.Outcome outcome = new SingleTrial(
                            trial(check.settings(), warmUp, "points/" + (i + 1)),
                            programs,
                            (phase, done, all) -> progress.update(name + ": " + phase, before + done, total))
                    .run();
            point(calibration, cores, check, outcome)
                    .ifPresentOrElse(points::add, () -> failures.add(check.name() + ": "
                            + Optional.ofNullable(outcome.trial().reason()).orElse("nothing was answered")));
        }
        if (points.isEmpty()) {
            throw new TrialFailure("no point could be measured, so there is nothing to hold a prediction against: "
                    + String.join("; ", failures));
        }
        return new Outcome(
                new CalibrationFile(
                        CalibrationFile.SCHEMA_VERSION,
                        Instant.now().toString(),
                        Folders.machine(),
                        cores,
                        work(loaded),
                        calibration,
                        new Accuracy(points)),
                failures);
    }

    private TrialSettings trial(PointSettings point, Duration before, String folder) {
        return point.trial(before, duration, seed, jvmFlags, out.resolve(folder), "./birdseye predict");
    }

    private Optional<Accuracy.CheckedPoint> point(
            CalibratedCosts calibration, int cores, ValidationGrid.Point check, Trials.Outcome outcome) {
        Trial.Measured measured = outcome.trial().measured();
        LatencyFigures response = outcome.response();
        if (measured == null || response == null) {
            return Optional.empty();
        }
        return Predictions.checked(
                check.name(),
                Predictions.simulate(
                        calibration, cores, check.settings(), outcome.trial().topology(),
                        Predictions.runLength(warmUp, duration)),
                Predictions.measured(measured, response));
    }

    /** What a calibration holds for: another size, layout or tree costs other CPU. */
    static String work(PointSettings point) {
        return point.scenario()
                .map(file -> "scenario " + file.scenario().name() + "\n" + file.text())
                .orElseGet(() -> "memory " + point.memoryMegabytes() + " " + point.layout().label());
    }
}
