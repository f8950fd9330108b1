package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial;
import io.birdseye.report.statistics.Ranking.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.ArraySampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Whether a slice of a running service depends on which variant had the slice before it: a backlog, garbage or a full cache
 * that is left behind. The statistic is how far the mean residuals of slices (the logarithm of the median, less what its variant
 * and its block add) differ by predecessor. Since the order within each block is drawn at random, other orders of the same figures
 * show what chance makes of it, whatever the distribution of the noise: a randomization test (R. A. Fisher, "The Design of
 * Experiments", 1935, chapter 3).
 *
 * @param order the numbers of the variants as they ran, by block
 * @param residuals of each variant in each block; not a number where the slice is not compared
 */
record CarryOver(int[][] order, double[][] residuals) {

    /** An effect is told if other orders make as much of it so rarely. */
    static final double LEVEL = 0.01;

    private static final int ORDERS = 4_999;

    /** One sentence, where the effect is shown; empty also for a service that is started for each trial. */
    static Optional<String> sentence(ComparisonTable comparison) {
        Results results = comparison.results();
        if (!comparison.inOneProcess() || comparison.ranking() == null) {
            return Optional.empty();
        }
        List<String> variants = comparison.rows().stream().map(Row::name).toList();
        Map<Integer, List<Trial>> blocks =
                results.trials().stream().collect(Collectors.groupingBy(Trial::block, TreeMap::new, Collectors.toList()));
        // A pair runs as A B B A: its order is not any order.
        if (blocks.values().stream().anyMatch(block -> block.size() > variants.size())) {
            return Optional.empty();
        }
        int[][] order = blocks.values().stream()
                .map(block -> block.stream().mapToInt(trial -> variants.indexOf(trial.row().label())).toArray())
                .toArray(int[][]::new);
        List<Integer> numbers = List.copyOf(blocks.keySet());
        double[][] logs = comparison.rows().stream().map(row -> {
            double[] figures = new double[numbers.size()];
            Arrays.fill(figures, Double.NaN);
            if (row.place().verdict() != Verdict.UNRANKED) {
                Trial.byBlock(row.counted(), Metric.P50::orNaN)
                        .forEach((block, ms) -> figures[numbers.indexOf(block)] = Math.log(ms));
            }
            return figures;
        }).toArray(double[][]::new);
        CarryOver test = new CarryOver(order, residuals(logs));
        double p = test.chance(results.settings().run().seed());
        return p > LEVEL ? Optional.empty() : Optional.of("What a variant leaves behind changes the slice after it (p = "
                + Format.setting(Math.round(p * 1e4) / 1e4) + "): slices take longest after " + variants.get(test.longestAfter())
                + ", so this order is no verdict; --service measures each variant in a process of its own.");
    }

    /** What neither the variant nor the block explains. */
    static double[][] residuals(double[][] logs) {
        double[] variants = Arrays.stream(logs).mapToDouble(CarryOver::mean).toArray();
        double all = mean(variants);
        double[][] residuals = new double[logs.length][];
        for (int v = 0; v < logs.length; v++) {
            int variant = v;
            residuals[v] = IntStream.range(0, logs[v].length)
                    .mapToDouble(block -> logs[variant][block] - variants[variant] + all
                            - mean(Arrays.stream(logs).mapToDouble(figures -> figures[block]).toArray()))
                    .toArray();
        }
        return residuals;
    }

    private static double mean(double[] figures) {
        return Arrays.stream(figures).filter(Double::isFinite).average().orElse(Double.NaN);
    }

    /** The share of random orders that make at least as much of the predecessor; a rough one as soon as it is above {@link #LEVEL}. */
    double chance(long seed) {
        double found = effect(order);
        UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
        int[][] other = Arrays.stream(order).map(int[]::clone).toArray(int[][]::new);
        int drawn = 0;
        int asMuch = 0;
        while (drawn < ORDERS && asMuch + 1 <= LEVEL * (ORDERS + 1)) {
            Arrays.stream(other).forEach(block -> ArraySampler.shuffle(random, block));
            // Rounding must not make equal effects smaller.
            asMuch += effect(other) >= found * (1 - 1e-9) ? 1 : 0;
            drawn++;
        }
        return (asMuch + 1.0) / (drawn + 1.0);
    }

    private int longestAfter() {
        double[][] after = byPredecessor(order);
        return IntStream.range(0, after.length)
                .filter(variant -> after[variant][1] > 0)
                .boxed().max((a, b) -> Double.compare(after[a][0] / after[a][1], after[b][0] / after[b][1])).orElse(0);
    }

    /** The sum of squares between predecessors. */
    private double effect(int[][] ran) {
        return Arrays.stream(byPredecessor(ran)).filter(after -> after[1] > 0).mapToDouble(after -> after[0] * after[0] / after[1]).sum();
    }

    /** The sum of residuals after each variant, and how many there are. */
    private double[][] byPredecessor(int[][] ran) {
        double[][] after = new double[residuals.length][2];
        int before = -1;
        for (int block = 0; block < ran.length; block++) {
            for (int variant : ran[block]) {
                double residual = residuals[variant][block];
                if (before >= 0 && Double.isFinite(residual)) {
                    after[before][0] += residual;
                    after[before][1]++;
                }
                before = variant;
            }
        }
        return after;
    }
}
