package io.birdseye.report.statistics;

import io.birdseye.model.Latency;
import java.util.List;

/**
 * The slowest of several independent latencies: what a request waits for that makes its calls at once.
 *
 * <p>The probability that all of them are over is the product of theirs. So the tail of a fan-out is longer than that
 * of a call: with four calls, the p99 of the request is about the p99.75 of a call. Source: J. Dean, L. A. Barroso,
 * "The tail at scale", Communications of the ACM 56(2), 2013.
 */
public record SlowestOf(List<Latency> latencies) {

    public SlowestOf {
        latencies = List.copyOf(latencies);
        if (latencies.isEmpty()) {
            throw new IllegalArgumentException("the slowest of no latencies is not defined");
        }
    }

    public double cumulative(double ms) {
        return latencies.stream().mapToDouble(latency -> Quantiles.cumulative(latency, ms)).reduce(1, (a, b) -> a * b);
    }

    /** By bisection, between the slowest of the quantiles and the one that would do for each alone. */
    public double quantileMs(double share) {
        double low = highest(share);
        double high = highest(Math.pow(share, 1.0 / latencies.size()));
        if (cumulative(low) >= share) {
            return low;
        }
        for (int i = 0; i < 200 && high - low > 1e-9 * high; i++) {
            double middle = (low + high) / 2;
            if (cumulative(middle) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    private double highest(double share) {
        return latencies.stream().mapToDouble(latency -> Quantiles.quantileMs(latency, share)).max().orElseThrow();
    }
}
