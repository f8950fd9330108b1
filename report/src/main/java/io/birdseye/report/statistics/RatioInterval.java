package io.birdseye.report.statistics;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.StandardDeviation;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The confidence interval of a geometric mean of ratios, one ratio per block.
 *
 * <p>Resampling blocks says how much the mean would vary with other JVMs. The bare percentile interval is too narrow
 * for small samples, so its tails are widened to the coverage of Student's t (T. Hesterberg, "What teachers should know
 * about the bootstrap", The American Statistician 69(4), 2015, "expanded percentile interval"). Even so no resample
 * leaves the range of the data, and the range of n values misses their median with probability 2^(1-n). Below that,
 * Student's t on the logarithms takes over, which is wide for few blocks, as it should be.
 */
final class RatioInterval {

    private static final int RESAMPLES = 20_000;

    private final double alpha;
    private final long seed;

    /**
     * Fixes what all intervals of one table share.
     *
     * @param alpha probability with which the interval may miss, two-sided
     * @param seed of the resampling, so that the same results give the same interval
     */
    RatioInterval(double alpha, long seed) {
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha must lie between 0 and 1, but is " + alpha);
        }
        this.alpha = alpha;
        this.seed = seed;
    }

    /** Takes at least two ratios, all above zero. */
    Interval of(double[] ratios) {
        if (ratios.length < 2) {
            throw new IllegalArgumentException("an interval needs at least 2 blocks, but there is " + ratios.length);
        }
        double[] logs = Arrays.stream(ratios).map(Math::log).toArray();
        return Math.pow(2, 1 - logs.length) > alpha ? student(logs) : bootstrap(logs);
    }

    /**
     * The interval of the ratio of two geometric means, of figures that were measured in different runs, so that no
     * block belongs to another: Welch's t on the logarithms, or the bootstrap of both where both have enough blocks.
     *
     * @param of at least two figures, all above zero
     * @param to at least two figures, all above zero
     */
    Interval between(double[] of, double[] to) {
        if (of.length < 2 || to.length < 2) {
            throw new IllegalArgumentException(
                    "an interval needs at least 2 blocks, but there are " + of.length + " and " + to.length);
        }
        double[] first = Arrays.stream(of).map(Math::log).toArray();
        double[] second = Arrays.stream(to).map(Math::log).toArray();
        int least = Math.min(first.length, second.length);
        return Math.pow(2, 1 - least) > alpha ? welch(first, second) : bootstrap(first, second);
    }

    /** B. L. Welch, "The generalization of 'Student's' problem", Biometrika 34, 1947. */
    private Interval welch(double[] first, double[] second) {
        double a = squaredError(first);
        double b = squaredError(second);
        double difference = Mean.of(first).getAsDouble() - Mean.of(second).getAsDouble();
        if (a + b == 0) {
            return new Interval(Math.exp(difference), Math.exp(difference));
        }
        double freedom = (a + b) * (a + b) / (a * a / (first.length - 1) + b * b / (second.length - 1));
        double half = TDistribution.of(freedom).inverseSurvivalProbability(alpha / 2) * Math.sqrt(a + b);
        return new Interval(Math.exp(difference - half), Math.exp(difference + half));
    }

    private static double squaredError(double[] logs) {
        double deviation = StandardDeviation.of(logs).getAsDouble();
        return deviation * deviation / logs.length;
    }

    private Interval bootstrap(double[] first, double[] second) {
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
        double[] differences = new double[RESAMPLES];
        Arrays.setAll(differences, i -> resampledMean(first, random) - resampledMean(second, random));
        return expanded(differences, Math.min(first.length, second.length));
    }

    private Interval student(double[] logs) {
        int n = logs.length;
        double t = TDistribution.of(n - 1).inverseSurvivalProbability(alpha / 2);
        double mean = Mean.of(logs).getAsDouble();
        double half = t * StandardDeviation.of(logs).getAsDouble() / Math.sqrt(n);
        return new Interval(Math.exp(mean - half), Math.exp(mean + half));
    }

    private Interval bootstrap(double[] logs) {
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
        double[] means = new double[RESAMPLES];
        Arrays.setAll(means, i -> resampledMean(logs, random));
        return expanded(means, logs.length);
    }

    private static double resampledMean(double[] logs, UniformRandomProvider random) {
        double sum = 0;
        for (int j = 0; j < logs.length; j++) {
            sum += logs[random.nextInt(logs.length)];
        }
        return sum / logs.length;
    }

    /** The percentile interval of resampled means of n values, its tails widened. */
    private Interval expanded(double[] means, int n) {
        double t = TDistribution.of(n - 1).inverseSurvivalProbability(alpha / 2);
        double tail = NormalDistribution.of(0, 1).survivalProbability(Math.sqrt((double) n / (n - 1)) * t);
        double[] ends = Quantile.withDefaults().evaluate(means, tail, 1 - tail);
        return new Interval(Math.exp(ends[0]), Math.exp(ends[1]));
    }
}
