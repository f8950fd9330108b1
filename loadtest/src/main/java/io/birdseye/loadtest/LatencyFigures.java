package io.birdseye.loadtest;

import org.HdrHistogram.AbstractHistogram;

/** Percentiles of a histogram of microseconds, whether or not the sample carries them: {@code count} tells. */
public record LatencyFigures(
        long count,
        double meanMs,
        double minMs,
        double p50Ms,
        double p90Ms,
        double p99Ms,
        double p999Ms,
        double maxMs) {

    static LatencyFigures of(AbstractHistogram micros) {
        if (micros.getTotalCount() == 0) {
            return new LatencyFigures(0, 0, 0, 0, 0, 0, 0, 0);
        }
        return new LatencyFigures(
                micros.getTotalCount(),
                micros.getMean() / 1e3,
                micros.getMinValue() / 1e3,
                percentile(micros, 50),
                percentile(micros, 90),
                percentile(micros, 99),
                percentile(micros, 99.9),
                micros.getMaxValue() / 1e3);
    }

    private static double percentile(AbstractHistogram micros, double percentile) {
        return micros.getValueAtPercentile(percentile) / 1e3;
    }
}
