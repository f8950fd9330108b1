package io.birdseye.loadtest.generate;

import org.HdrHistogram.AbstractHistogram;

/** Percentiles of latencies, also the high ones that a small sample does not carry: see {@code count}. */
public record LatencyFigures(
        long count, double meanMs, double minMs, double p50Ms, double p90Ms, double p95Ms, double p99Ms, double p999Ms,
        double maxMs) {

    /** From a histogram of microseconds; all 0 if it is empty. */
    public static LatencyFigures of(AbstractHistogram micros) {
        return new LatencyFigures(
                micros.getTotalCount(), micros.getMean() / 1e3, micros.getMinValue() / 1e3,
                micros.getValueAtPercentile(50) / 1e3, micros.getValueAtPercentile(90) / 1e3,
                micros.getValueAtPercentile(95) / 1e3, micros.getValueAtPercentile(99) / 1e3,
                micros.getValueAtPercentile(99.9) / 1e3, micros.getMaxValue() / 1e3);
    }
}
