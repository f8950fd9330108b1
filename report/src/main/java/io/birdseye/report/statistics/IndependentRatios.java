package io.birdseye.report.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.descriptive.Mean;

/** Ratios of figures that were measured in different runs: no block of one belongs to a block of the other. */
public final class IndependentRatios {

    private final RatioInterval intervals;

    /**
     * Fixes what all intervals of one table share.
     *
     * @param alpha probability with which an interval may miss, two-sided
     * @param seed of the resampling
     */
    public IndependentRatios(double alpha, long seed) {
        intervals = new RatioInterval(alpha, seed);
    }

    /** The interval of the ratio of two geometric means; each side needs at least two figures, all above zero. */
    public Interval of(double[] figures, double[] to) {
        return intervals.between(figures, to);
    }

    /** The ratio of two geometric means. */
    public static double ratio(double[] figures, double[] to) {
        return Math.exp(logMean(figures) - logMean(to));
    }

    private static double logMean(double[] figures) {
        double[] logs = Arrays.stream(figures).map(Math::log).toArray();
        return Mean.of(logs).getAsDouble();
    }
}
