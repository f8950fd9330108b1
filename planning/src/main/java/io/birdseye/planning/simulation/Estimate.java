package io.birdseye.planning.simulation;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean over independent replications with its confidence interval, by Student's t.
 *
 * <p>Source for the method of independent replications: A. M. Law, "Simulation Modeling and Analysis", chapter 9.
 *
 * @param halfWidth of the interval; 0 where there is one replication only, since nothing is known of its error then
 */
public record Estimate(double mean, double halfWidth) {

    /** The confidence that {@link Simulation} reports. */
    public static final double CONFIDENCE = 0.95;

    static <T> Estimate of(List<T> replications, ToDoubleFunction<T> figure) {
        return of(replications.stream().mapToDouble(figure).toArray(), CONFIDENCE);
    }

    /**
     * Their mean and its interval.
     *
     * @param values one for each replication
     * @param confidence of the interval, below 1
     */
    public static Estimate of(double[] values, double confidence) {
        int n = values.length;
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        if (n < 2) {
            return new Estimate(mean, 0);
        }
        double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
        double t = TDistribution.of(n - 1).inverseCumulativeProbability((1 + confidence) / 2);
        return new Estimate(mean, t * Math.sqrt(squares / (n - 1) / n));
    }

    public double low() {
        return mean - halfWidth;
    }

    public double high() {
        return mean + halfWidth;
    }
}
