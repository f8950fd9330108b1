package io.birdseye.report.statistics;

import java.util.Arrays;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.apache.commons.statistics.descriptive.Mean;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.descriptive.Variance;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Confidence intervals of ratios of geometric means, from one figure per block.
 *
 * <p>Resampling blocks says how much the mean would vary with other JVMs. The bare percentile interval is too narrow
 * for small samples, so its tails are widened to the coverage of Student's t (T. Hesterberg, "What teachers should know
 * about the bootstrap", The American Statistician 69(4), 2015, "expanded percentile interval"). Even so no resample
 * leaves the range of the data, and the range of n values misses their median with probability 2^(1-n). Below that,
 * Student's t on the logarithms takes over, which is wide for few blocks, as it should be.
 *
 * @param alpha probability with which the interval may miss, two-sided
 * @param seed of the resampling, so that the same results give the same interval
 */
public record RatioInterval(double alpha, long seed) {

    private static final int RESAMPLES = 20_000;

    public RatioInterval {
        if (!(alpha > 0 && alpha < 1)) {
            throw new IllegalArgumentException("alpha must lie between 0 and 1, but is " + alpha);
        }
    }

    /** The interval of the ratio of two geometric means of figures from the same blocks, at least two, all above 0. */
    public Interval of(double[] of, double[] to) {
        double[] logs = new double[of.length];
        Arrays.setAll(logs, i -> Math.log(of[i] / to[i]));
        return bootstraps(logs.length)
                ? resampled(logs)
                : new BlockMean(Mean.of(logs).getAsDouble(), Variance.of(logs).getAsDouble() / logs.length, logs.length - 1)
                        .interval(alpha);
    }

    public static double ratio(double[] of, double[] to) {
        return geometricMean(of) / geometricMean(to);
    }

    static double geometricMean(double[] values) {
        return Math.exp(Arrays.stream(values).map(Math::log).average().orElseThrow());
    }

    private boolean bootstraps(int blocks) {
        if (blocks < 2) {
            throw new IllegalArgumentException("an interval needs at least 2 blocks, but there is " + blocks);
        }
        return Math.pow(2, 1 - blocks) <= alpha;
    }

    private static double resampledMean(double[] logs, UniformRandomProvider random) {
        double sum = 0;
        for (int j = 0; j < logs.length; j++) {
            sum += logs[random.nextInt(logs.length)];
        }
        return sum / logs.length;
    }

    /** The percentile interval of resampled means, its tails widened. */
    private Interval resampled(double[] logs) {
        int n = logs.length;
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
        double[] means = new double[RESAMPLES];
        Arrays.setAll(means, i -> resampledMean(logs, random));
        double t = TDistribution.of(n - 1).inverseSurvivalProbability(alpha / 2);
        double tail = NormalDistribution.of(0, 1).survivalProbability(Math.sqrt((double) n / (n - 1)) * t);
        double[] ends = Quantile.withDefaults().evaluate(means, tail, 1 - tail);
        return new Interval(Math.exp(ends[0]), Math.exp(ends[1]));
    }
}
