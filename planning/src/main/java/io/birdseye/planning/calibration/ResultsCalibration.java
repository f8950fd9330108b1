package io.birdseye.planning.calibration;

import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Format;
import io.birdseye.model.Layout;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.ServiceLimits;
import io.birdseye.planning.simulation.Simulation.RunLength;
import io.birdseye.planning.simulation.SimulationResult;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.table.Validity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Calibrates from the results of a comparison: its floor, its first trial that kept up with the load, and as checks the
 * means of each other strategy's blocks. Trials that are not valid are left out.
 */
public record ResultsCalibration(Results results, PointSettings measured) {

    /** Reads a {@code results.json}, or its folder; what it does not tell, tree and deadline, is asked. */
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
        if (used.target() != null) {
            throw new IllegalArgumentException("the result is of " + used.target().address()
                    + "; only results of Birdseye's own service tell what its tasks cost");
        }
        if (!used.varied().isEmpty()) {
            throw new IllegalArgumentException("the result varies "
                    + Format.list(used.varied().stream().map(axis -> "--" + axis.name()).toList())
                    + ", and a prediction holds for one value of each; compare with one of them");
        }
        Work work = Work.article(
                millis(used.service().latencyMs()), used.service().memoryMegabytes(),
                Layout.valueOf(used.service().layout().toUpperCase(Locale.ROOT)));
        ServiceLimits limits = new ServiceLimits(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(used.service().httpThreads()));
        return new PointSettings(
                "", used.load(), used.scenario() == null ? work : asked.work(), limits, asked.deadline());
    }

    private int cores() {
        return results.environment().cores();
    }

    private CalibrationFile calibrate(Path file) {
        Settings settings = results.settings();
        Validity validity = new Validity(settings.validity(), settings.load(), cores());
        List<Trial> usable = results.trials().stream()
                .filter(trial -> trial.measured() != null && validity.broken(trial.measured()).isEmpty())
                .toList();
        long leftOut = results.trials().size() - usable.size();
        Trial loaded = usable.stream()
                .filter(trial -> !trial.topology().callsInTurn() && keptUp(trial, settings.failingShare()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no trial kept up with its load; measure below saturation"));
        CalibratedCosts costs = CalibratedCosts.of(results.floor(), measured.work().upstreams(), loaded, cores());
        List<Accuracy.CheckedPoint> points = usable.stream()
                .filter(trial -> !trial.strategy().equals(loaded.strategy()))
                .collect(Collectors.groupingBy(Trial::strategy, LinkedHashMap::new, Collectors.toList()))
                .values().stream()
                .flatMap(blocks -> check(costs, blocks).stream())
                .toList();
        if (points.isEmpty()) {
            throw new IllegalArgumentException("there is no second strategy with a p99 to check a prediction; compare"
                    + " two, for long enough to have 1000 requests");
        }
        return new CalibrationFile(
                CalibrationFile.SCHEMA_VERSION,
                results.createdAt(),
                "Calibrated by " + loaded.strategy() + " on " + cores() + " cores, from " + file
                        + (leftOut == 0 ? "" : ", without " + Format.count((int) leftOut, "trial")
                                + " that failed or broke a bound of validity"),
                cores(),
                CalibrationFile.work(measured),
                costs,
                new Accuracy(points));
    }

    private static boolean keptUp(Trial trial, double failing) {
        Trial.Measured figures = trial.measured();
        return figures != null
                && figures.achievedPerSecond() > 0
                && SimulationResult.keepsUp(figures.achievedPerSecond(), figures.offeredPerSecond(), failing);
    }

    private Optional<Accuracy.CheckedPoint> check(CalibratedCosts costs, List<Trial> blocks) {
        Trial trial = blocks.getFirst();
        PointSettings point = measured.of(trial.strategy()).with("max-in-flight", trial.budget().maxInFlight());
        RunLength runLength = RunLength.ofTrial(
                millis(1e3 * results.settings().run().warmUpSeconds()), millis(1e3 * results.settings().run().durationSeconds()));
        return costs.check(trial.strategy(), cores(), point, blocks, runLength);
    }

    private static Duration millis(double ms) {
        return Duration.ofNanos(Math.round(ms * 1e6));
    }
}
