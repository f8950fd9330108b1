package io.birdseye.report.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.FDistribution;

/**
 * The additive model of a comparison in blocks: the logarithm of a figure is the strategy's mean, plus what its block
 * (one fresh JVM for each strategy, close together in time) adds to all, plus noise. The variance of the noise is
 * estimated from the whole table and has (strategies − 1)(blocks − 1) degrees of freedom, not only blocks − 1.
 *
 * <p>A strategy that scatters far more than the others would make the common estimate too large for them and too small
 * for itself. Such a strategy is called unsteady: its scatter exceeds that of the others in an F test at 5 % over all
 * strategies. It keeps a variance of its own and takes no part in the estimates of blocks and common variance.
 */
final class BlockDesign {

    private static final double UNSTEADY = 0.05;

    private final double[][] logs;
    private final boolean[] unsteady;
    private double[] squares;
    private int steady;

    /**
     * @param logs the logarithm of the figure by strategy and block; at least 2 strategies and 2 blocks, but for {@link
     *     #meanOfBlocks}
     */
    BlockDesign(double[][] logs) {
        this.logs = logs;
        unsteady = new boolean[logs.length];
        steady = logs.length;
        squares = residualSquares();
        for (int worst = mostUnsteady(); worst >= 0; worst = mostUnsteady()) {
            unsteady[worst] = true;
            steady--;
            squares = residualSquares();
        }
    }

    int strategies() {
        return logs.length;
    }

    boolean isUnsteady(int strategy) {
        return unsteady[strategy];
    }

    double mean(int strategy) {
        return Arrays.stream(logs[strategy]).average().orElseThrow();
    }

    /** The variance of a strategy's mean: its own noise, without that of the block. */
    double varianceOfMean(int strategy) {
        double common = commonSquares() / commonFreedom();
        double variance = unsteady[strategy] ? Math.max(common, squares[strategy] / (blocks() - 1)) : common;
        return variance / blocks();
    }

    double freedom(int strategy) {
        return unsteady[strategy] ? blocks() - 1 : commonFreedom();
    }

    /** Of a difference whose parts have these variances; where the two share none, as in the test of Games and Howell. */
    double freedom(int one, double varianceOfOne, int other, double varianceOfOther) {
        return unsteady[one] || unsteady[other]
                ? BlockMean.freedom(varianceOfOne, freedom(one), varianceOfOther, freedom(other)) : commonFreedom();
    }

    /** The mean of a row with all of its variance: its noise, and what its blocks add to all rows. */
    BlockMean meanOfBlocks(int row) {
        if (blocks() == 1) {
            return new BlockMean(mean(row), Double.NaN, 0);
        }
        double ofBlocks = Arrays.stream(blockEffects()).map(effect -> effect * effect).sum() / (blocks() - 1) / blocks();
        // The effects hold the part 1 / steady of a steady row's own noise.
        double own = logs.length == 1 ? 0 : varianceOfMean(row) * (unsteady[row] ? 1 : 1 - 1.0 / steady);
        return new BlockMean(mean(row), ofBlocks + own,
                BlockMean.freedom(ofBlocks, blocks() - 1, own, logs.length == 1 ? 1 : freedom(row)));
    }

    private double[] blockEffects() {
        return IntStream.range(0, blocks())
                .mapToDouble(block -> steadyStrategies().mapToDouble(s -> logs[s][block] - mean(s)).average().orElseThrow())
                .toArray();
    }

    private int blocks() {
        return logs[0].length;
    }

    private double commonFreedom() {
        return (steady - 1.0) * (blocks() - 1);
    }

    private double commonSquares() {
        return steadyStrategies().mapToDouble(strategy -> squares[strategy]).sum();
    }

    private IntStream steadyStrategies() {
        return IntStream.range(0, logs.length).filter(strategy -> !unsteady[strategy]);
    }

    /** The sum of squared residuals of each strategy; blocks are estimated from the steady strategies. */
    private double[] residualSquares() {
        double[] blockEffects = blockEffects();
        return IntStream.range(0, logs.length)
                .mapToDouble(strategy -> {
                    double mean = mean(strategy);
                    return IntStream.range(0, blocks())
                            .mapToDouble(block -> logs[strategy][block] - mean - blockEffects[block])
                            .map(residual -> residual * residual).sum();
                })
                .toArray();
    }

    /** The steady strategy with the largest scatter, or −1 if it does not exceed that of the others. Of two, either could be it. */
    private int mostUnsteady() {
        if (steady < 3 || blocks() == 1) {
            return -1;
        }
        int worst = steadyStrategies().reduce((a, b) -> squares[a] >= squares[b] ? a : b).orElseThrow();
        double freedom = commonFreedom() / steady;
        double others = commonFreedom() - freedom;
        double ratio = (squares[worst] / freedom) / ((commonSquares() - squares[worst]) / others);
        return ratio > FDistribution.of(freedom, others).inverseSurvivalProbability(UNSTEADY / steady) ? worst : -1;
    }
}
