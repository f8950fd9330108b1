package io.birdseye.report.statistics;

import io.birdseye.model.Latency;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;

/** Probabilities and quantiles of latencies. */
public final class Quantiles {

    private Quantiles() {}

    /** The probability that it takes at most so long. */
    static double cumulative(Latency latency, double ms) {
        return latency instanceof Latency.Fixed(double fixed)
                ? ms < fixed ? 0 : 1 : distribution(latency).cumulativeProbability(ms);
    }

    /** The time in ms that the given share of draws, from 0 to below 1, does not exceed. */
    public static double quantileMs(Latency latency, double share) {
        return latency instanceof Latency.Fixed(double fixed)
                ? fixed : distribution(latency).inverseCumulativeProbability(share);
    }

    /**
     * The same for the slowest of several independent latencies: what a request waits for that makes its calls at once.
     *
     * <p>The probability that all of them are over is the product of theirs. So the tail of a fan-out is longer than
     * that of a call: with four calls, the p99 of the request is about the p99.75 of a call. Source: J. Dean, L. A.
     * Barroso, "The tail at scale", Communications of the ACM 56(2), 2013.
     */
    public static double slowestMs(List<Latency> latencies, double share) {
        double low = highest(latencies, share);
        double high = highest(latencies, Math.pow(share, 1.0 / latencies.size()));
        if (cumulative(latencies, low) >= share) {
            return low;
        }
        return least(share, low, high, 1e-9, ms -> cumulative(latencies, ms));
    }

    /** Where between two values a function that grows reaches a share, by bisection, to a part of that value. */
    static double least(double share, double from, double to, double precision, DoubleUnaryOperator function) {
        double low = from;
        double high = to;
        while (high - low > precision * high) {
            double middle = (low + high) / 2;
            if (function.applyAsDouble(middle) < share) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** What this share of so many draws does not exceed, where there is no formula. */
    public static double ofDraws(int draws, double share, DoubleSupplier draw) {
        double[] sorted = DoubleStream.generate(draw).limit(draws).sorted().toArray();
        return sorted[(int) Math.ceil(share * draws) - 1];
    }

    private static double cumulative(List<Latency> latencies, double ms) {
        return latencies.stream().mapToDouble(latency -> cumulative(latency, ms)).reduce(1, (a, b) -> a * b);
    }

    private static double highest(List<Latency> latencies, double share) {
        return latencies.stream().mapToDouble(latency -> quantileMs(latency, share)).max().orElseThrow();
    }

    private static ContinuousDistribution distribution(Latency latency) {
        return switch (latency) {
            case Latency.Fixed fixed ->
                throw new IllegalStateException("a fixed time of " + fixed.ms() + " ms has no density");
            case Latency.Uniform uniform -> UniformContinuousDistribution.of(uniform.lowerMs(), uniform.upperMs());
            case Latency.Lognormal lognormal ->
                LogNormalDistribution.of(Math.log(lognormal.medianMs()), lognormal.sigma());
            case Latency.Exponential exponential -> ExponentialDistribution.of(exponential.meanMs());
        };
    }
}
