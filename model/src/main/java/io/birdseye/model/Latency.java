package io.birdseye.model;

import java.util.random.RandomGenerator;

/**
 * How long something takes, in ms, as a distribution. All values are finite and at least 0. A random draw takes exactly
 * one number from the generator (a normal or exponential one may take more of its bits).
 *
 * <p>Fixed, uniform and lognormal are what mock-api can serve. Exponential is here because the closed formulas of
 * queueing theory are exact for it. Quantiles need a statistics library, and are computed where results are reported.
 */
public sealed interface Latency {

    default double meanMs() {
        return switch (this) {
            case Fixed(double ms) -> ms;
            case Uniform(double lower, double upper) -> (lower + upper) / 2;
            case Lognormal(double median, double sigma) -> median * Math.exp(sigma * sigma / 2);
            case Exponential exponential -> exponential.meanMs;
        };
    }

    default double drawMs(RandomGenerator random) {
        return switch (this) {
            case Fixed(double ms) -> ms;
            case Uniform(double lower, double upper) -> lower + random.nextDouble() * (upper - lower);
            case Lognormal(double median, double sigma) -> median * Math.exp(sigma * random.nextGaussian());
            case Exponential(double mean) -> mean * random.nextExponential();
        };
    }

    /** The share of times that are longer, from 0 to 1; that of a lognormal one is within 0.0000002. */
    default double shareAbove(double limitMs) {
        return switch (this) {
            case Fixed(double ms) -> ms > limitMs ? 1 : 0;
            case Uniform(double lower, double upper) -> Math.clamp((upper - limitMs) / (upper - lower), 0, 1);
            case Lognormal(double median, double sigma) -> limitMs <= 0 ? 1 : normalAbove(Math.log(limitMs / median) / sigma);
            case Exponential(double mean) -> Math.exp(-Math.max(0, limitMs) / mean);
        };
    }

    /** The mean of times that end at a limit. */
    default double meanMs(double limitMs) {
        return switch (this) {
            case Fixed(double ms) -> Math.min(ms, limitMs);
            case Uniform(double lower, double upper) -> limitMs <= lower ? limitMs : meanMs() - square(upper - Math.min(limitMs, upper)) / 2 / (upper - lower);
            case Lognormal(double median, double sigma) -> limitMs * shareAbove(limitMs) + meanMs() * (1 - normalAbove(Math.log(limitMs / median) / sigma - sigma));
            case Exponential(double mean) -> mean * (1 - Math.exp(-limitMs / mean));
        };
    }

    private static double square(double value) {
        return value * value;
    }

    /** M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 26.2.17. */
    private static double normalAbove(double deviations) {
        double t = 1 / (1 + 0.2316419 * Math.abs(deviations));
        double tail = Math.exp(-deviations * deviations / 2) / Math.sqrt(2 * Math.PI)
                * t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return deviations >= 0 ? tail : 1 - tail;
    }

    /** The same shape, so many times as long. */
    default Latency times(double factor) {
        return switch (this) {
            case Fixed(double ms) -> new Fixed(ms * factor);
            case Uniform(double lower, double upper) -> new Uniform(lower * factor, upper * factor);
            case Lognormal(double median, double sigma) -> new Lognormal(median * factor, sigma);
            case Exponential(double mean) -> new Exponential(mean * factor);
        };
    }

    /** Always the same time. */
    record Fixed(double ms) implements Latency {

        /** No time at all. */
        public static final Fixed ZERO = new Fixed(0);

        public Fixed {
            requireAtLeastZero("a fixed time", ms);
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
                throw new IllegalArgumentException(
                        "a lognormal time needs a median above 0 and a sigma above 0 and up to " + MAX_SIGMA
                                + ", but has a median of " + medianMs + " ms and a sigma of " + sigma);
            }
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
    }

    private static void requireAtLeastZero(String what, double ms) {
        if (!(ms >= 0 && Double.isFinite(ms))) {
            throw new IllegalArgumentException(what + " must be at least 0 ms, but is " + ms);
        }
    }
}
