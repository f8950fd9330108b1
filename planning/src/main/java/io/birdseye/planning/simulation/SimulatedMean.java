package io.birdseye.planning.simulation;

import io.birdseye.model.Format;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean over independent replications with its 95 % confidence interval, by Student's t.
 *
 * <p>Source for the method of independent replications: A. M. Law, "Simulation Modeling and Analysis", chapter 9.
 *
 * @param halfWidth of the interval; 0 if there is only one replication, which tells nothing about the error
 */
public record SimulatedMean(double mean, double halfWidth) {

    /** Of something that grows without end. */
    public static final SimulatedMean UNBOUNDED = new SimulatedMean(Double.POSITIVE_INFINITY, 0);

    private static final double CONFIDENCE = 0.95;

    static SimulatedMean of(double... values) {
        int n = values.length;
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        if (n < 2) {
            return new SimulatedMean(mean, 0);
        }
        double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
        double t = TDistribution.of(n - 1).inverseCumulativeProbability((1 + CONFIDENCE) / 2);
        return new SimulatedMean(mean, t * Math.sqrt(squares / (n - 1) / n));
    }

    /** A time, like {@code 368 ± 8 ms}. */
    public String ms() {
        return (halfWidth > 0 ? Format.plain(mean) + " ± " + Format.number(halfWidth) : Format.plain(mean)) + " ms";
    }

    /** The upper end of the interval. */
    public double high() {
        return mean + halfWidth;
    }
}
