package io.birdseye.report.statistics;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;

/**
 * Critical values for the largest of several differences between means that share one estimate of their variance. Each
 * counts standard errors of a difference, so a difference of two means is significant beyond {@code value × standard
 * error}. Both are computed by integration, a value takes some milliseconds.
 *
 * <p>Sources: J. W. Tukey's studentized range for all pairs; C. W. Dunnett, "A multiple comparison procedure for
 * comparing several treatments with a control", Journal of the American Statistical Association 50, 1955, for
 * comparisons with one.
 */
enum MaxDifference {

    /** The largest difference between any two means, as in Tukey's test: the studentized range over √2. */
    ALL_PAIRS {
        @Override
        double belowKnownScale(double bound, int means) {
            double range = Math.sqrt(2) * bound;
            return means * overNormal(z -> Math.pow(NORMAL.cumulativeProbability(z) - NORMAL.cumulativeProbability(z - range),
                    means - 1));
        }
    },

    /** The largest lead of one fixed mean over any of the others, one-sided, as in Dunnett's test. */
    WITH_ONE {
        @Override
        double belowKnownScale(double bound, int means) {
            double lead = Math.sqrt(2) * bound;
            return overNormal(z -> Math.pow(NORMAL.cumulativeProbability(z + lead), means - 1));
        }
    };

    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    /** Values depend on little but the size of a table, and a page that follows a comparison draws dozens of the same size. */
    private static final Map<Key, Double> KNOWN = new ConcurrentHashMap<>();

    private record Key(@Nullable MaxDifference kind, double probability, double of, double freedom) {}

    private static final double REACH = 7;
    private static final double RARE = 1e-8;
    private static final int STEPS = 32;

    /** For functions that are steep where few degrees of freedom make the scale vary by a factor of a million. */
    private static final int FINE_STEPS = 512;

    /**
     * The value that the largest difference stays below with the given probability, if all true means are equal.
     *
     * @param means how many means, at least 2
     * @param freedom degrees of freedom of the variance's estimate, at least 1
     */
    double critical(double probability, int means, double freedom) {
        return KNOWN.computeIfAbsent(new Key(this, probability, means, freedom),
                _ -> least(probability, 1, 1e-4, bound -> below(bound, means, freedom)));
    }

    /**
     * How many standard errors a true difference must have to exceed a critical value with the given probability: the
     * noncentrality of Student's t that has the value for its quantile.
     *
     * @param critical counts estimated standard errors
     */
    static double noncentrality(double probability, double critical, double freedom) {
        return KNOWN.computeIfAbsent(new Key(null, probability, critical, freedom),
                _ -> least(probability, critical + 2, 1e-3, difference -> exceeds(critical, difference, freedom)));
    }

    /** The least value at which a function that grows with it reaches the probability. */
    private static double least(double probability, double guess, double precision, DoubleUnaryOperator function) {
        double high = guess;
        while (function.applyAsDouble(high) < probability) {
            high *= 2;
        }
        return Quantiles.least(probability, 0, high, precision, function);
    }

    private static double exceeds(double critical, double difference, double freedom) {
        return overScale(freedom, FINE_STEPS, scale -> NORMAL.cumulativeProbability(difference - critical * scale));
    }

    /** The probability that the largest difference over its known standard error stays below a bound. */
    abstract double belowKnownScale(double bound, int means);

    /** The same with an estimated standard error. */
    private double below(double bound, int means, double freedom) {
        return overScale(freedom, STEPS, scale -> belowKnownScale(bound * scale, means));
    }

    /** The expectation of a function of an estimated over the true standard error: the integral over its logarithm. */
    private static double overScale(double freedom, int steps, DoubleUnaryOperator function) {
        ChiSquaredDistribution squares = ChiSquaredDistribution.of(freedom);
        double low = Math.log(squares.inverseCumulativeProbability(RARE));
        double step = (Math.log(squares.inverseSurvivalProbability(RARE)) - low) / steps;
        double sum = 0;
        double weights = 0;
        for (int i = 0; i <= steps; i++) {
            double square = Math.exp(low + i * step);
            double weight = square * squares.density(square);
            weights += weight;
            sum += weight * function.applyAsDouble(Math.sqrt(square / freedom));
        }
        return sum / weights;
    }

    /**
     * The integral of a function times the normal density, by the trapezoid rule: for smooth functions that vanish at
     * both ends it is exact to many digits with few steps.
     */
    private static double overNormal(DoubleUnaryOperator function) {
        double step = 2 * REACH / STEPS;
        double sum = 0;
        for (int i = 1; i < STEPS; i++) {
            double z = -REACH + i * step;
            sum += NORMAL.density(z) * function.applyAsDouble(z);
        }
        return sum * step;
    }
}
