package io.birdseye.report.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How well is known what strategies add to the floor, from figures of the same blocks; intervals hold with 95 % each. The
 * floor is one more row of the {@link BlockDesign}: what a block adds to all cancels out, and the noise comes from the
 * whole table. The variance of a difference of two geometric means follows by the delta method; where the two scatter
 * unlike, the degrees of freedom are those of Welch.
 */
public final class Excess {

    private static final double ALPHA = 1 - Ranking.CONFIDENCE;

    private final List<String> strategies;
    private final BlockDesign design;

    /** @param byStrategy the figure of each strategy in each block, the blocks in equal order and at least two */
    public Excess(Map<String, List<Double>> byStrategy, List<Double> floors) {
        strategies = List.copyOf(byStrategy.keySet());
        design = new BlockDesign(Stream.concat(strategies.stream().map(byStrategy::get), Stream.of(floors))
                .map(figures -> figures.stream().mapToDouble(Math::log).toArray())
                .toArray(double[][]::new));
    }

    /** The interval of the floor itself, which also holds what a block adds to all; see {@link RatioInterval}. */
    public static Interval floor(List<Double> floors) {
        double[] ones = new double[floors.size()];
        Arrays.fill(ones, 1);
        return new RatioInterval(ALPHA, 0).of(floors.stream().mapToDouble(ms -> ms).toArray(), ones);
    }

    /** How far the interval of a strategy's geometric mean less the floor's reaches to either side, in their unit. */
    public double halfWidth(String strategy) {
        int row = strategies.indexOf(strategy);
        int floor = strategies.size();
        double a = Math.exp(2 * design.mean(row)) * design.varianceOfMean(row);
        double b = Math.exp(2 * design.mean(floor)) * design.varianceOfMean(floor);
        return TDistribution.of(design.freedom(row, a, floor, b)).inverseSurvivalProbability(ALPHA / 2) * Math.sqrt(a + b);
    }
}
