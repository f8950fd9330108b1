package io.birdseye.planning.calibration;

import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial.TaskTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a trial under load, below saturation.
 *
 * @param cpuMsPerRequest CPU time of the service's process per request, without JIT compilation
 * @param serviceCores cores that the service kept busy
 * @param otherCores cores that injector and mock kept busy on the same machine
 * @param achievedPerSecond requests answered
 * @param cores of the machine
 * @param callMs mean time of each call as the service measured it, in the order of the plan; empty if not known
 * @param combineMs mean time of each combination; empty if not known
 */
public record LoadedTrial(
        double cpuMsPerRequest,
        double serviceCores,
        double otherCores,
        double achievedPerSecond,
        double cores,
        List<Double> callMs,
        List<Double> combineMs) {

    public LoadedTrial {
        callMs = List.copyOf(callMs);
        combineMs = List.copyOf(combineMs);
        if (!(achievedPerSecond > 0 && cores > 0 && cpuMsPerRequest > 0)) {
            throw new IllegalArgumentException("rate, cores and CPU time of the loaded trial must be above 0, but are "
                    + achievedPerSecond + "/s, " + cores + " and " + cpuMsPerRequest + " ms");
        }
    }

    /**
     * Reads the figures of a measured trial.
     *
     * @param cores of the machine that service, injector and mock share
     * @throws IllegalArgumentException if the trial has no figures
     */
    public static LoadedTrial of(Trial trial, int cores) {
        Measured measured = trial.measured();
        if (measured == null) {
            throw new IllegalArgumentException(
                    "the trial of '" + trial.strategy() + "' has no figures: " + trial.reason());
        }
        return new LoadedTrial(
                measured.resources().cpuMsWithoutCompilers(),
                measured.resources().serviceCores(),
                known(measured.resources().injectorCores()) + known(measured.resources().mockCores()),
                measured.achievedPerSecond(),
                cores,
                runMs(measured, "io"),
                runMs(measured, "combine"));
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
