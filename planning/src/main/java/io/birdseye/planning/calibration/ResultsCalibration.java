package io.birdseye.planning.calibration;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import io.birdseye.planning.calibration.Accuracy.CheckedFigures;
import io.birdseye.planning.calibration.Accuracy.CheckedPoint;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.planning.simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Calibrates from the results of a comparison. Its floor is the unloaded measurement, its first trial that kept up with
 * the load is the loaded one, and all other trials check the predictions.
 *
 * @param measured the settings of the trials, without a strategy
 */
public record ResultsCalibration(Results results, PointSettings measured) {

    /**
     * @param given a {@code results.json}, or its folder
     * @param asked provides the tree and the deadline, which results do not contain
     * @throws IOException if the file cannot be read or cannot serve as a calibration; its message is one line
     */
    public static CalibrationFile read(Path given, PointSettings asked) throws IOException {
        Path file = Files.isDirectory(given) ? given.resolve(ResultsFile.NAME) : given;
        Results results = ResultsFile.read(file);
        try {
            return new ResultsCalibration(results, settings(results.settings(), asked)).calibrate(file);
        } catch (IllegalArgumentException e) {
            throw new IOException(file + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static PointSettings settings(Settings used, PointSettings asked) {
        Work work = Work.article(
                millis(used.delayMs()), used.memoryMegabytes(),
                Layout.valueOf(used.layout().toUpperCase(Locale.ROOT)));
        ServiceLimits limits = new ServiceLimits(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(used.httpThreads()));
        return new PointSettings(
                "", used.load(), used.scenario() == null ? work : asked.work(), limits, asked.deadline());
    }

    private int cores() {
        return results.environment().cores();
    }

    private CalibrationFile calibrate(Path file) {
        List<Trial> usable = results.trials().stream()
                .filter(trial -> trial.outcome() == Trial.Outcome.COMPLETED && trial.measured() != null)
                .toList();
        Trial loaded = usable.stream()
                .filter(trial -> !trial.topology().callsInTurn() && keptUp(trial))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no trial kept up with its load; measure below saturation"));
        CalibratedCosts costs = CalibratedCosts.of(results.floor(), measured.upstreams(), loaded, cores());
        List<CheckedPoint> points = usable.stream()
                .filter(trial -> !trial.equals(loaded))
                .flatMap(trial -> check(costs, trial).stream())
                .toList();
        if (points.isEmpty()) {
            throw new IllegalArgumentException("there is no second trial with a p99 to check a prediction; compare two"
                    + " strategies, for long enough to have 1000 requests");
        }
        return new CalibrationFile(
                CalibrationFile.SCHEMA_VERSION,
                results.createdAt(),
                "Calibrated by " + loaded.strategy() + " on " + cores() + " cores, from " + file,
                cores(),
                CalibrationFile.work(measured),
                costs,
                new Accuracy(points));
    }

    private static boolean keptUp(Trial trial) {
        Trial.Measured figures = trial.measured();
        return figures != null
                && SimulationResult.keepsUp(figures.achievedPerSecond(), figures.offeredPerSecond(), 0)
                && figures.achievedPerSecond() > 0;
    }

    private Optional<CheckedPoint> check(CalibratedCosts costs, Trial trial) {
        Trial.Measured figures = trial.measured();
        if (figures == null || figures.response().p99Ms() == null) {
            return Optional.empty();
        }
        PointSettings point = measured.of(trial.strategy()).with("max-in-flight", trial.budget().maxInFlight());
        RunLength runLength = RunLength.ofTrial(
                millis(1e3 * results.settings().warmUpSeconds()), millis(1e3 * results.settings().durationSeconds()));
        return CheckedPoint.of(
                trial.strategy() + ", block " + trial.block(),
                costs.predict(cores(), point, trial.topology(), runLength),
                new CheckedFigures(
                        figures.achievedPerSecond(), figures.response().p50Ms(), figures.response().p99Ms()));
    }

    private static Duration millis(double ms) {
        return Duration.ofNanos(Math.round(ms * 1e6));
    }
}
