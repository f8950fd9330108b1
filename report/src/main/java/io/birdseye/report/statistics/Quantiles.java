package io.birdseye.report.statistics;

import io.birdseye.model.Latency;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;

/** Probabilities and quantiles of latencies. */
public final class Quantiles {

    private Quantiles() {}

    /** The probability that it takes at most so long. */
    public static double cumulative(Latency latency, double ms) {
        return latency instanceof Latency.Fixed(double fixed)
                ? ms < fixed ? 0 : 1
                : distribution(latency).cumulativeProbability(ms);
    }

    /** The time in ms that the given share of draws, from 0 to below 1, does not exceed. */
    public static double quantileMs(Latency latency, double share) {
        return latency instanceof Latency.Fixed(double fixed)
                ? fixed
                : distribution(latency).inverseCumulativeProbability(share);
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
