package io.birdseye.planning.simulation;

import io.birdseye.planning.simulation.Calibration.Loaded;
import io.birdseye.planning.simulation.Calibration.Unloaded;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.TaskTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a {@link Calibration} out of two measured trials of the same strategy. */
public final class CalibrationTrials {

    private CalibrationTrials() {}

    /**
     * Calibrates.
     *
     * @param alone a trial in which requests hardly ever met
     * @param loaded a trial that kept up, below saturation
     * @param upstreamMs the mean latency that each upstream was told to have, by group, in the order of the plan
     * @param cores of the machine that service, injector and mock share
     * @throws IllegalArgumentException if a trial has no figures, or the strategies differ
     */
    public static Calibration read(Trial alone, Trial loaded, List<List<Double>> upstreamMs, int cores) {
        if (!alone.strategy().equals(loaded.strategy())) {
            throw new IllegalArgumentException("calibration needs two trials of one strategy, but got '"
                    + alone.strategy() + "' and '" + loaded.strategy() + "'");
        }
        Measured unloaded = measured(alone);
        Measured busy = measured(loaded);
        return Calibration.of(
                new Unloaded(
                        upstreamMs,
                        runMs(unloaded, "io"),
                        runMs(unloaded, "combine"),
                        alone.topology().callsInTurn(),
                        RequestPath.of(alone.topology()).combinesInTurn(),
                        unloaded.service().meanMs(),
                        unloaded.resources().cpuMsPerRequest()),
                new Loaded(
                        busy.resources().cpuMsPerRequest(),
                        busy.resources().serviceCores(),
                        known(busy.resources().injectorCores()) + known(busy.resources().mockCores()),
                        busy.achievedPerSecond(),
                        cores));
    }

    private static Measured measured(Trial trial) {
        Measured measured = trial.measured();
        if (measured == null) {
            throw new IllegalArgumentException(
                    "the trial of '" + trial.strategy() + "' has no figures: " + trial.reason());
        }
        return measured;
    }

    private static List<Double> runMs(Measured measured, String kind) {
        return measured.tasks().stream()
                .filter(task -> task.kind().equals(kind))
                .map(TaskTime::runMs)
                .toList();
    }

    private static double known(@Nullable Double value) {
        return value == null ? 0 : value;
    }
}
