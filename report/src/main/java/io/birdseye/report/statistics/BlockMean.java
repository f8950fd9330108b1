package io.birdseye.report.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean logarithm of a figure over blocks, with all that makes a block differ: its own noise and what it shares with others.
 *
 * @param log the mean; of a ratio where two are compared
 * @param variance of the mean; not a number where there is one block only
 * @param freedom degrees of freedom of the variance's estimate
 */
public record BlockMean(double log, double variance, double freedom) {

    /**
     * Takes the means of rows. Rows of the same blocks share one estimate of the variance, see {@link BlockDesign}, so that few blocks
     * of many rows tell more than those of one; a row that scatters far more keeps its own.
     *
     * @param logs of each row by block; a row without blocks has no mean
     */
    public static Map<String, BlockMean> of(SortedMap<String, SortedMap<Integer, Double>> logs) {
        Map<Set<Integer>, List<String>> alike = new HashMap<>();
        logs.forEach((row, blocks) -> alike.computeIfAbsent(blocks.keySet(), _ -> new ArrayList<>()).add(row));
        alike.remove(Set.of());
        Map<String, BlockMean> means = new HashMap<>();
        for (List<String> rows : alike.values()) {
            BlockDesign design = new BlockDesign(rows.stream()
                    .map(row -> logs.getOrDefault(row, new TreeMap<>()).values().stream().mapToDouble(log -> log).toArray())
                    .toArray(double[][]::new));
            for (int i = 0; i < rows.size(); i++) {
                means.put(rows.get(i), design.meanOfBlocks(i));
            }
        }
        return means;
    }

    /** The difference to another mean that was measured in other blocks, with Welch's degrees of freedom. */
    public BlockMean less(BlockMean other) {
        return new BlockMean(log - other.log, variance + other.variance,
                freedom(variance, freedom, other.variance, other.freedom));
    }

    /** The same with a further variance, which is known. */
    public BlockMean with(double known) {
        return new BlockMean(log, variance + known, freedom(variance, freedom, known, Double.POSITIVE_INFINITY));
    }

    /** Of a sum of two estimates: F. E. Satterthwaite, Biometrics Bulletin 2, 1946. */
    static double freedom(double a, double freedomOfA, double b, double freedomOfB) {
        return a + b == 0 ? 1 : (a + b) * (a + b) / (a * a / freedomOfA + b * b / freedomOfB);
    }

    /** Whether there are blocks enough for an interval. */
    public boolean hasInterval() {
        return !Double.isNaN(variance);
    }

    /**
     * The interval of what the logarithm stands for, by Student's t.
     *
     * @param alpha probability with which the interval may miss, two-sided
     */
    public Interval interval(double alpha) {
        // Without any noise of its own a known variance is all there is.
        double t = TDistribution.of(Math.min(freedom, 1e9)).inverseSurvivalProbability(alpha / 2);
        double half = t * Math.sqrt(variance);
        return new Interval(Math.exp(log - half), Math.exp(log + half));
    }
}
