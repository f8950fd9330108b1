package io.birdseye.report;

import io.birdseye.report.latency.Backlog;
import io.birdseye.report.latency.LatencyLog;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Notes in each trial what its histogram tells of a backlog. {@code results.json} is often passed on or committed without
 * the histograms, which are a hundred times as large, and whether a strategy kept up must not depend on that.
 */
final class NotedBacklogs {

    private NotedBacklogs() {}

    /** @param folder to which the histograms are relative; a trial whose histogram cannot be read stays as it is */
    static Results in(Results results, Path folder) {
        return new Results(results.schemaVersion(), results.createdAt(), results.environment(), results.settings(), results.floor(),
                results.trials().stream().map(trial -> noted(trial, folder)).toList(), results.trialsToCome(), results.setups());
    }

    private static Trial noted(Trial trial, Path folder) {
        Measured measured = trial.measured();
        OptionalDouble growth = measured == null ? OptionalDouble.empty() : growth(measured, folder);
        return measured == null || growth.isEmpty() ? trial : trial.with(measured.withBacklogGrowth(growth.getAsDouble()));
    }

    private static OptionalDouble growth(Measured measured, Path folder) {
        Optional<Path> histogram = measured.histogram().isBlank()
                ? Optional.empty()
                : ResultsFile.inside(folder, measured.histogram());
        if (histogram.isEmpty()) {
            return OptionalDouble.empty();
        }
        try {
            return Backlog.growth(LatencyLog.read(histogram.get()).seconds());
        } catch (IOException e) {
            // The report notes that it is missing.
            return OptionalDouble.empty();
        }
    }
}
