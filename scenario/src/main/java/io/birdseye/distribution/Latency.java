package io.birdseye.distribution;

import java.util.random.RandomGenerator;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.LogNormalDistribution;
import org.apache.commons.statistics.distribution.UniformContinuousDistribution;

/**
 * How long something takes, in ms, as a distribution. All values are finite and at least 0.
 *
 * <p>Fixed, uniform and lognormal are what mock-api can serve. Exponential is here because the closed formulas of
 * queueing theory are exact for it.
 */
public sealed interface Latency {

    double meanMs();

    /** Variance over squared mean, c²: 0 for a fixed time, 1 for an exponential one. */
    double squaredVariation();

    /** The probability that it takes at most so long. */
    double cumulative(double ms);

    /** The time that the given share of draws, from 0 to below 1, does not exceed. */
    double quantileMs(double share);

    double drawMs(RandomGenerator random);

    /** The same shape, so many times as long. */
    Latency times(double factor);

    /** Always the same time. */
    record Fixed(double ms) implements Latency {

        public Fixed {
            requireAtLeastZero("a fixed time", ms);
        }

        @Override
        public double meanMs() {
            return ms;
        }

        @Override
        public double squaredVariation() {
            return 0;
        }

        @Override
        public double cumulative(double at) {
            return at < ms ? 0 : 1;
        }

        @Override
        public double quantileMs(double share) {
            return ms;
        }

        @Override
        public double drawMs(RandomGenerator random) {
            return ms;
        }

        @Override
        public Fixed times(double factor) {
            return new Fixed(ms * factor);
        }
    }

    /** Any time between two bounds, each as likely as the other. */
    record Uniform(double lowerMs, double upperMs) implements Latency {

        public Uniform {
            requireAtLeastZero("the lower bound", lowerMs);
            requireAtLeastZero("the upper bound", upperMs);
            if (lowerMs >= upperMs) {
                throw new IllegalArgumentException(
                        "the upper bound must be above the lower one, " + lowerMs + " ms, but is " + upperMs + " ms");
            }
        }

        @Override
        public double meanMs() {
            return (lowerMs + upperMs) / 2;
        }

        @Override
        public double squaredVariation() {
            double width = upperMs - lowerMs;
            return width * width / 12 / (meanMs() * meanMs());
        }

        @Override
        public double cumulative(double ms) {
            return distribution().cumulativeProbability(ms);
        }

        @Override
        public double quantileMs(double share) {
            return distribution().inverseCumulativeProbability(share);
        }

        @Override
        public double drawMs(RandomGenerator random) {
            return lowerMs + random.nextDouble() * (upperMs - lowerMs);
        }

        @Override
        public Uniform times(double factor) {
            return new Uniform(lowerMs * factor, upperMs * factor);
        }

        private ContinuousDistribution distribution() {
            return UniformContinuousDistribution.of(lowerMs, upperMs);
        }
    }

    /**
     * The usual shape of a service's latency: half of the answers come within the median, and the tail is long.
     *
     * @param sigma the standard deviation of the logarithm; p99 is {@code median * exp(2.326 * sigma)}
     */
    record Lognormal(double medianMs, double sigma) implements Latency {

        /** With a sigma of 5 the p99 is already 100,000 times the median. */
        public static final double MAX_SIGMA = 5;

        public Lognormal {
            requireAtLeastZero("the median", medianMs);
            if (medianMs == 0 || !(sigma > 0 && sigma <= MAX_SIGMA)) {
                throw new IllegalArgumentException("a lognormal time needs a median above 0 and a sigma above 0 and up"
                        + " to "
                        + MAX_SIGMA + ", but has a median of " + medianMs + " ms and a sigma of " + sigma);
            }
        }

        @Override
        public double meanMs() {
            return medianMs * Math.exp(sigma * sigma / 2);
        }

        @Override
        public double squaredVariation() {
            return Math.expm1(sigma * sigma);
        }

        @Override
        public double cumulative(double ms) {
            return distribution().cumulativeProbability(ms);
        }

        @Override
        public double quantileMs(double share) {
            return distribution().inverseCumulativeProbability(share);
        }

        @Override
        public double drawMs(RandomGenerator random) {
            return medianMs * Math.exp(sigma * random.nextGaussian());
        }

        @Override
        public Lognormal times(double factor) {
            return new Lognormal(medianMs * factor, sigma);
        }

        private ContinuousDistribution distribution() {
            return LogNormalDistribution.of(Math.log(medianMs), sigma);
        }
    }

    /** Without memory: what has lasted for long is no nearer to its end. */
    record Exponential(double meanMs) implements Latency {

        public Exponential {
            requireAtLeastZero("the mean", meanMs);
            if (meanMs == 0) {
                throw new IllegalArgumentException("the mean of an exponential time must be above 0 ms");
            }
        }

        @Override
        public double squaredVariation() {
            return 1;
        }

        @Override
        public double cumulative(double ms) {
            return ExponentialDistribution.of(meanMs).cumulativeProbability(ms);
        }

        @Override
        public double quantileMs(double share) {
            return ExponentialDistribution.of(meanMs).inverseCumulativeProbability(share);
        }

        @Override
        public double drawMs(RandomGenerator random) {
            return meanMs * random.nextExponential();
        }

        @Override
        public Exponential times(double factor) {
            return new Exponential(meanMs * factor);
        }
    }

    private static void requireAtLeastZero(String what, double ms) {
        if (!(ms >= 0 && Double.isFinite(ms))) {
            throw new IllegalArgumentException(what + " must be at least 0 ms, but is " + ms);
        }
    }
}
