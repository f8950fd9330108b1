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
 * @param halfWidth of the interval; 0 if there is only one replication, which tells nothing about the error
 */
public record SimulatedMean(double mean, double halfWidth) {

    /** The confidence of the intervals that {@link Simulation} reports. */
    private static final double CONFIDENCE = 0.95;

    static <T> SimulatedMean of(List<T> replications, ToDoubleFunction<T> figure) {
        return of(replications.stream().mapToDouble(figure).toArray(), CONFIDENCE);
    }

    /**
     * The mean of the values and its interval.
     *
     * @param values one for each replication
     * @param confidence of the interval, below 1
     */
    static SimulatedMean of(double[] values, double confidence) {
        int n = values.length;
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        if (n < 2) {
            return new SimulatedMean(mean, 0);
        }
        double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
        double t = TDistribution.of(n - 1).inverseCumulativeProbability((1 + confidence) / 2);
        return new SimulatedMean(mean, t * Math.sqrt(squares / (n - 1) / n));
    }

    /** The upper end of the interval. */
    public double high() {
        return mean + halfWidth;
    }
}
