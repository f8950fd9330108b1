package io.birdseye.planning.simulation;

import java.util.Locale;

/**
 * A prediction together with how far its like were off where they could be measured.
 *
 * @param result what the simulation says
 * @param accuracy of the same calibration at measured points
 */
public record CheckedPrediction(SimulationResult result, Accuracy accuracy) {

    /** Three lines: the figures, the interval of the simulation, the error of the model. */
    public String describe() {
        return String.format(
                Locale.ROOT,
                """
                predicted: %.1f/s, p50 %.0f ms, p99 %.0f ms
                simulation's own 95 %% interval: ± %.1f/s, ± %.1f ms, ± %.1f ms
                measured at %d %s: off by %.0f %% in throughput, %.0f %% in p50, %.0f %% in p99 (medians)
                """,
                result.achievedPerSecond().mean(),
                result.p50Ms().mean(),
                result.p99Ms().mean(),
                result.achievedPerSecond().halfWidth(),
                result.p50Ms().halfWidth(),
                result.p99Ms().halfWidth(),
                accuracy.points().size(),
                accuracy.points().size() == 1 ? "point" : "points",
                100 * accuracy.medianThroughputError(),
                100 * accuracy.medianP50Error(),
                100 * accuracy.medianP99Error());
    }
}
