package io.birdseye.cli;

import io.birdseye.planning.accuracy.Accuracy;
import io.birdseye.planning.accuracy.Accuracy.CheckedFigures;
import io.birdseye.planning.calibration.CalibratedCosts;
import io.birdseye.planning.calibration.CalibrationFile;
import io.birdseye.planning.calibration.LoadedTrial;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Calibrates from a comparison: its floor is the unloaded trial, the first trial that kept up the loaded one, and all
 * others are the points at which the prediction is checked.
 */
final class ResultsCalibration {

    private static final double KEPT_UP = 0.97;

    private ResultsCalibration() {}

    /**
     * @param given a results.json, or the folder that holds it
     * @param asked says the tree and the deadline, which results do not
     * @throws IOException in one line, if it cannot be read or does not do
     */
    static CalibrationFile read(Path given, PointSettings asked) throws IOException {
        Path file = Files.isDirectory(given) ? given.resolve(ResultsFile.NAME) : given;
        Results results = ResultsFile.read(file);
        double delayMs = results.settings().delayMs();
        PointSettings measured = new PointSettings(
                ValidationGrid.CALIBRATOR,
                results.settings().load(),
                Duration.ofNanos(Math.round(delayMs * 1e6)),
                results.settings().memoryMegabytes(),
                io.birdseye.model.Layout.valueOf(
                        results.settings().layout().toUpperCase(java.util.Locale.ROOT)),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.of(results.settings().httpThreads()),
                asked.deadline(),
                results.settings().scenario() == null ? Optional.empty() : asked.scenario());
        List<Trial> usable = results.trials().stream().filter(ResultsCalibration::hasFigures).toList();
        Trial loaded = usable.stream()
                .filter(trial -> !trial.topology().callsInTurn() && keptUp(trial))
                .findFirst()
                .orElseThrow(() -> new IOException(file + " has no trial that kept up with its load; measure below"
                        + " saturation"));
        int cores = results.environment().cores();
        CalibratedCosts calibration;
        try {
            calibration = CalibratedCosts.of(
                    results.floor(),
                    Predictions.means(Predictions.upstreams(measured.scenario(), delayMs)),
                    LoadedTrial.of(loaded, cores));
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " does not fit: " + e.getMessage(), e);
        }
        List<Accuracy.CheckedPoint> points = new ArrayList<>();
        for (Trial trial : usable) {
            if (!trial.equals(loaded)) {
                check(results, measured, calibration, cores, trial).ifPresent(points::add);
            }
        }
        if (points.isEmpty()) {
            throw new IOException(file + " has no second trial with a p99 to hold a prediction against; compare two"
                    + " strategies, for long enough to have 1000 requests");
        }
        return new CalibrationFile(
                CalibrationFile.SCHEMA_VERSION,
                results.createdAt(),
                "Calibrated by " + loaded.strategy() + " on " + results.environment().cores() + " cores, from " + file,
                cores,
                CalibrationRun.work(measured),
                calibration,
                new Accuracy(points));
    }

    private static boolean hasFigures(Trial trial) {
        return trial.outcome() == Trial.Outcome.COMPLETED && trial.measured() != null;
    }

    private static boolean keptUp(Trial trial) {
        Trial.Measured measured = trial.measured();
        return measured != null
                && measured.achievedPerSecond() >= KEPT_UP * measured.offeredPerSecond()
                && measured.achievedPerSecond() > 0;
    }

    private static Optional<Accuracy.CheckedPoint> check(
            Results results, PointSettings settings, CalibratedCosts calibration, int cores, Trial trial) {
        Trial.Measured measured = trial.measured();
        if (measured == null || measured.response().p99Ms() == null) {
            return Optional.empty();
        }
        PointSettings point = settings.of(trial.strategy()).with("queue", trial.budget().maxInFlight());
        return Predictions.checked(
                trial.strategy() + ", block " + trial.block(),
                Predictions.simulate(
                        calibration,
                        cores,
                        point,
                        trial.topology(),
                        Predictions.runLength(
                                Duration.ofMillis(Math.round(results.settings().warmUpSeconds() * 1e3)),
                                Duration.ofMillis(Math.round(results.settings().durationSeconds() * 1e3)))),
                new CheckedFigures(
                        measured.achievedPerSecond(), measured.response().p50Ms(), measured.response().p99Ms()));
    }
}
