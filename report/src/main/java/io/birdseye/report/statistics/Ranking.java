package io.birdseye.report.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Ranks strategies by one figure, smaller being better. Strategies that cannot be told apart share a rank.
 *
 * <p>A block holds one fresh JVM per strategy, run close together in time, so strategies are compared within blocks:
 * what slows a whole block cancels out. All intervals of a table hold together with 95 % confidence, over all pairs of
 * strategies (Bonferroni): with many strategies the luckiest and the unluckiest would else seem to differ by chance.
 * Two are told apart only if the whole interval lies beyond 1 %: a smaller difference is worth no rank, and a quiet
 * machine makes intervals so narrow that the last remains of its own disturbances would be taken for strategies.
 *
 * @param places the best first
 * @param blocks how many blocks the ranking stands on
 */
public record Ranking(List<Place> places, int blocks) {

    /** With which confidence all intervals hold together. */
    public static final double CONFIDENCE = 0.95;

    /** A difference below this share is none that matters. */
    public static final double MARGIN = 0.01;

    public Ranking {
        places = List.copyOf(places);
    }

    /**
     * A strategy's place.
     *
     * @param rank counts from 1; strategies that cannot be told apart from the first of their group share its rank
     * @param ratioToBest geometric mean over blocks; 1 for the best
     * @param interval of the ratio, or null for the best itself
     */
    public record Place(String strategy, int rank, double ratioToBest, @Nullable Interval interval) {}

    /**
     * Ranks the strategies that were measured in every block.
     *
     * @param byStrategy the figure of each strategy in each block, the blocks in equal order and at least two
     * @throws IllegalArgumentException if a strategy lacks a block or a figure is not above zero
     */
    public static Ranking of(Map<String, List<Double>> byStrategy, long seed) {
        int blocks = byStrategy.values().stream().mapToInt(List::size).max().orElse(0);
        byStrategy.forEach((strategy, figures) -> requireComplete(strategy, figures, blocks));
        int pairs = byStrategy.size() * (byStrategy.size() - 1) / 2;
        RatioInterval intervals = new RatioInterval((1 - CONFIDENCE) / Math.max(1, pairs), seed);
        Map<String, double[]> figures = new TreeMap<>();
        byStrategy.forEach((strategy, each) ->
                figures.put(strategy, each.stream().mapToDouble(Double::doubleValue).toArray()));

        List<Map.Entry<String, double[]>> left = figures.entrySet().stream()
                .sorted(Comparator.comparingDouble(each -> RatioInterval.geometricMean(each.getValue())))
                .toList();
        List<Place> places = new ArrayList<>();
        double[] best = left.isEmpty() ? new double[0] : left.getFirst().getValue();
        while (!left.isEmpty()) {
            int rank = places.size() + 1;
            double[] leader = left.getFirst().getValue();
            Map<Boolean, List<Map.Entry<String, double[]>>> apart = left.stream().collect(Collectors.partitioningBy(
                    each -> each.getValue() != leader && intervals.of(each.getValue(), leader).isBeyond(MARGIN)));
            for (Map.Entry<String, double[]> each : apart.getOrDefault(false, List.of())) {
                boolean isBest = each.getValue() == best;
                places.add(new Place(each.getKey(), rank, isBest ? 1 : RatioInterval.ratio(each.getValue(), best),
                        isBest ? null : intervals.of(each.getValue(), best)));
            }
            left = apart.getOrDefault(true, List.of());
        }
        return new Ranking(places, blocks);
    }

    private static void requireComplete(String strategy, List<Double> figures, int blocks) {
        if (figures.size() != blocks || blocks < 2) {
            throw new IllegalArgumentException("a ranking needs at least 2 blocks and every strategy in each; '"
                    + strategy + "' was measured in " + figures.size() + " of " + blocks);
        }
        if (figures.stream().anyMatch(figure -> !(figure > 0))) {
            throw new IllegalArgumentException("figures of '" + strategy + "' must be above 0: " + figures);
        }
    }
}
