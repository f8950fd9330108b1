package io.birdseye.loadtest.generate;

import org.HdrHistogram.AbstractHistogram;

/**
 * Percentiles of latencies. A small sample does not carry the high ones, which are given all the same: see
 * {@code count}.
 */
public record LatencyFigures(
        long count,
        double meanMs,
        double minMs,
        double p50Ms,
        double p90Ms,
        double p95Ms,
        double p99Ms,
        double p999Ms,
        double maxMs) {

    /** From a histogram of microseconds; all 0 if it is empty. */
    public static LatencyFigures of(AbstractHistogram micros) {
        return new LatencyFigures(
                micros.getTotalCount(),
                micros.getMean() / 1e3,
                micros.getMinValue() / 1e3,
                percentile(micros, 50),
                percentile(micros, 90),
                percentile(micros, 95),
                percentile(micros, 99),
                percentile(micros, 99.9),
                micros.getMaxValue() / 1e3);
    }

    private static double percentile(AbstractHistogram micros, double percentile) {
        return micros.getValueAtPercentile(percentile) / 1e3;
    }
}
