package io.birdseye.planning.simulation;

import io.birdseye.planning.simulation.Calibration.Loaded;
import io.birdseye.planning.simulation.Calibration.Unloaded;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.TaskTime;
import io.birdseye.report.result.Trial;
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
                        unloaded.resources().cpuMsWithoutCompilers()),
                loaded(busy, cores));
    }

    /**
     * Calibrates with the floor of a comparison as the unloaded trial. The floor does not tell how long a request takes
     * outside its tasks, so what HTTP costs counts as background work: predicted latencies are short by that, a few
     * milliseconds, as the floor itself is.
     *
     * @param floor the tasks of a request that was alone
     * @param loaded a trial that kept up, below saturation
     * @param upstreamMs the mean latency that each upstream was told to have, by group, in the order of the plan
     * @param cores of the machine that service, injector and mock share
     * @throws IllegalArgumentException if the trial has no figures, or the floor is that of another tree
     */
    public static Calibration read(Floor floor, Trial loaded, List<List<Double>> upstreamMs, int cores) {
        return Calibration.of(
                new Unloaded(
                        upstreamMs,
                        floor.callMs(),
                        floor.combineMs(),
                        false,
                        false,
                        0,
                        floor.cpuMsPerRequest()),
                loaded(measured(loaded), cores));
    }

    private static Loaded loaded(Measured busy, int cores) {
        return new Loaded(
                busy.resources().cpuMsWithoutCompilers(),
                busy.resources().serviceCores(),
                known(busy.resources().injectorCores()) + known(busy.resources().mockCores()),
                busy.achievedPerSecond(),
                cores,
                runMs(busy, "io"),
                runMs(busy, "combine"));
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
