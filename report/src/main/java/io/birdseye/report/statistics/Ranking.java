package io.birdseye.report.statistics;

import io.birdseye.model.Format;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares each strategy with the best by one figure, smaller being better. All statements of a table hold together
 * with 95 % confidence: that a strategy is slower, by Tukey's test of all pairs; that it is as good as the best, by
 * Dunnett's comparison with each other strategy taken for the best (J. C. Hsu, "Constrained simultaneous confidence
 * intervals for multiple comparisons with the best", Annals of Statistics 12, 1984). The variance comes from the whole
 * table, see {@link BlockDesign}.
 *
 * <p>A strategy whose own blocks differ far more than those of the others is compared with the best of the others and
 * is not taken for the best itself.
 *
 * @param places the best first, then by geometric mean over blocks
 * @param margin a strategy that is slower than the best by less than this share is as good
 * @param detectableRatio a strategy that is slower than the best by this factor is called slower, by whatever share, in nine of
 *     ten runs of this noise: the noncentral t with the critical value of the table. In more, if others are as good as the best
 * @param variance of the logarithm of a strategy's figure in one block, what its block adds to all left out
 */
public record Ranking(List<Place> places, int blocks, double margin, double detectableRatio, double variance) {

    /** The probability with which all statements of a table hold. */
    public static final double CONFIDENCE = 0.95;

    /** A difference that may be below this share is not called a difference: two builds of the same code differ as much. */
    public static final double SAME = 0.01;

    /** The margin of {@link #of(Map)}. */
    public static final double MARGIN = 0.05;

    /** More blocks than these are no advice. */
    public static final int MAX_BLOCKS = 99;

    public Ranking {
        places = List.copyOf(places);
    }

    /** @throws IllegalArgumentException if it is below what equal builds may differ by, or above 100 % */
    public static double requireMargin(double margin) {
        if (!(margin >= SAME && margin <= 1)) {
            throw new IllegalArgumentException("a margin must be from 1 % to 100 %, but is " + Format.percent(margin)
                    + "; two builds of the same code may differ by 1 %");
        }
        return margin;
    }

    /** What the comparison with the best says of a strategy. */
    public enum Verdict {
        /** The smallest mean. Others may be as good, or better by less than the blocks can tell. */
        BEST,
        /** Whatever the best is, the strategy takes less than the margin more, and it is not shown to take 1 % more. */
        EQUIVALENT,
        /** The whole interval lies above 1 %, and ends within the margin. */
        SLOWER_WITHIN_MARGIN,
        /** The whole interval lies above 1 %, and does not end within the margin. */
        SLOWER,
        /** The blocks are too few to tell. */
        UNDECIDED,
        /** It is not compared, for a reason. */
        UNRANKED;

        /** Whether a difference from the best is shown, large or small. */
        public boolean shownSlower() {
            return this == SLOWER || this == SLOWER_WITHIN_MARGIN;
        }

        /** For other programs: {@code slower-within-margin}. */
        public String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /**
     * A strategy's place.
     *
     * @param ratio geometric mean over blocks of its figure over that of the best; 1 for the best, NaN if unranked
     * @param interval of the ratio to the best of the others; null for the best itself and if unranked
     * @param blocksNeeded about how many blocks of the same noise would decide; 0 if decided or unranked
     * @param reason why it is undecided or unranked, else empty
     */
    public record Place(
            String strategy, Verdict verdict, double ratio,
            @Nullable Interval interval,
            int blocksNeeded,
            String reason) {

        /** A strategy that takes no part in the comparison. */
        public static Place unranked(String strategy, String reason) {
            return new Place(strategy, Verdict.UNRANKED, Double.NaN, null, 0, reason);
        }

        static Place undecided(String strategy, double ratio, Interval interval, int blocksNeeded) {
            String blocks = blocksNeeded > MAX_BLOCKS ? "more than " + MAX_BLOCKS : "about " + blocksNeeded;
            return new Place(strategy, Verdict.UNDECIDED, ratio, interval, blocksNeeded,
                    "not enough blocks to tell, " + blocks + " would");
        }

        /** For the cells of a table, in 24 characters at most. */
        public String words() {
            return switch (verdict) {
                case BEST -> "best measured";
                case EQUIVALENT -> "as good as the best";
                case SLOWER_WITHIN_MARGIN, SLOWER -> slower(Objects.requireNonNull(interval));
                case UNDECIDED ->
                    "not enough blocks (" + (blocksNeeded > MAX_BLOCKS ? ">" + MAX_BLOCKS : "~" + blocksNeeded) + ")";
                case UNRANKED -> "not ranked";
            };
        }

        private static String slower(Interval by) {
            return by.high() < 2
                    ? "slower by " + Format.percent(by.low() - 1).replace(" %", "") + " to " + Format.percent(by.high() - 1)
                    : "slower, " + by.inWords();
        }
    }

    /** Compares with a margin of 5 %. */
    public static Ranking of(Map<String, List<Double>> byStrategy) {
        return of(byStrategy, MARGIN);
    }

    /**
     * Compares strategies that were all measured in the same blocks.
     *
     * @param byStrategy the figure of each strategy in each block, the blocks in equal order and at least two
     * @throws IllegalArgumentException if there is one strategy only, one lacks a block, a figure is not above zero, or
     *     {@link #requireMargin} refuses the margin
     */
    public static Ranking of(Map<String, List<Double>> byStrategy, double margin) {
        int blocks = byStrategy.values().stream().mapToInt(List::size).max().orElse(0);
        byStrategy.forEach((strategy, figures) -> requireComplete(strategy, figures, blocks));
        if (byStrategy.size() < 2) {
            throw new IllegalArgumentException("a ranking needs at least 2 strategies, not " + byStrategy.size());
        }
        SortedMap<String, List<Double>> sorted = new TreeMap<>(byStrategy);
        BlockDesign design = new BlockDesign(sorted.values().stream()
                .map(figures -> figures.stream().mapToDouble(Math::log).toArray())
                .toArray(double[][]::new));
        return new BestComparison(design, requireMargin(margin)).ranking(List.copyOf(sorted.keySet()), blocks);
    }

    /** How far every interval reaches at most to either side of its middle, as a share. */
    public double precision() {
        return places.stream()
                .map(Place::interval)
                .filter(Objects::nonNull)
                .mapToDouble(interval -> Math.sqrt(interval.high() / interval.low()) - 1).max().orElse(Double.NaN);
    }

    /** About how many blocks of the same noise make every interval so narrow: its width falls with their root. */
    public int blocksFor(double share) {
        double narrower = Math.log(1 + precision()) / Math.log(1 + share);
        return (int) Math.min(Integer.MAX_VALUE, Math.ceil(blocks * narrower * narrower));
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
