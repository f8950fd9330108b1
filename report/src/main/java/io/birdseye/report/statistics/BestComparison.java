package io.birdseye.report.statistics;

import io.birdseye.report.statistics.Ranking.Place;
import io.birdseye.report.statistics.Ranking.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The comparisons of {@link Ranking} on the logarithms of a fitted {@link BlockDesign}. */
final class BestComparison {

    /** How rarely a table may call a strategy slower that is not, and as good that is not: together 5 %. */
    private static final double FALSE_ALARM = 0.01;

    private static final double FALSE_EQUIVALENCE = 1 - Ranking.CONFIDENCE - FALSE_ALARM;

    /** How often a difference of {@link Ranking#detectableRatio} is shown. */
    private static final double POWER = 0.9;

    private static final double SLOWER = Math.log(1 + Ranking.SAME);

    private final BlockDesign design;
    private final double margin;
    private final int leader;
    private final List<Integer> candidates;

    BestComparison(BlockDesign design, double margin) {
        this.design = design;
        this.margin = margin;
        Comparator<Integer> byMean = Comparator.comparingDouble(design::mean);
        int best = all().filter(each -> !design.isUnsteady(each)).boxed().min(byMean).orElseThrow();
        candidates = all().filter(each -> !design.isUnsteady(each) || difference(each, best) + allPairs(each, best) < 0)
                .boxed().toList();
        leader = candidates.stream().min(byMean).orElseThrow();
    }

    Ranking ranking(List<String> names, int blocks) {
        List<Place> places = all().boxed()
                .sorted(Comparator.comparing((Integer each) -> each != leader).thenComparingDouble(design::mean))
                .map(each -> place(each, names.get(each), blocks)).toList();
        double variance = blocks * all().mapToDouble(design::varianceOfMean).min().orElseThrow();
        return new Ranking(places, blocks, margin, Math.exp(detectable()), variance);
    }

    /** Of a steady strategy whose true lead over it the leader has alone: where others share the lead, it is found more often. */
    private double detectable() {
        int other = all().filter(each -> each != leader && !design.isUnsteady(each)).findFirst().orElse(leader == 0 ? 1 : 0);
        double critical = critical(MaxDifference.ALL_PAIRS, FALSE_ALARM, other, leader);
        return SLOWER + MaxDifference.noncentrality(POWER, critical, freedom(other, leader)) * standardError(other, leader);
    }

    private Place place(int each, String name, int blocks) {
        if (each == leader) {
            return new Place(name, Verdict.BEST, 1, null, 0, "");
        }
        double low = against(each).mapToDouble(other -> difference(each, other) - allPairs(each, other)).max().orElseThrow();
        double high = against(each).mapToDouble(other -> difference(each, other) + withOne(each, other)).max().orElseThrow();
        double ratio = Math.exp(difference(each, leader));
        Interval interval = new Interval(Math.exp(low), Math.exp(high));
        boolean within = high < Math.log(1 + margin);
        if (low > SLOWER) {
            return new Place(name, within ? Verdict.SLOWER_WITHIN_MARGIN : Verdict.SLOWER, ratio, interval, 0, "");
        }
        return within
                ? new Place(name, Verdict.EQUIVALENT, ratio, interval, 0, "")
                : Place.undecided(name, ratio, interval, blocksNeeded(each, blocks));
    }

    /** The half width of the interval falls with the root of the number of blocks, until it decides. */
    private int blocksNeeded(int each, int blocks) {
        double difference = difference(each, leader);
        double slower = allPairs(each, leader) / Math.max(0, difference - SLOWER);
        double equivalent = withOne(each, leader) / Math.max(0, Math.log(1 + margin) - difference);
        double needed = Math.ceil(blocks * Math.pow(Math.min(slower, equivalent), 2));
        return (int) Math.min(Integer.MAX_VALUE, Math.max(blocks + 1, needed));
    }

    private IntStream all() {
        return IntStream.range(0, design.strategies());
    }

    private IntStream against(int each) {
        return candidates.stream().mapToInt(other -> other).filter(other -> other != each);
    }

    private double difference(int each, int other) {
        return design.mean(each) - design.mean(other);
    }

    private double allPairs(int each, int other) {
        return critical(MaxDifference.ALL_PAIRS, FALSE_ALARM, each, other) * standardError(each, other);
    }

    private double withOne(int each, int other) {
        return critical(MaxDifference.WITH_ONE, FALSE_EQUIVALENCE, each, other) * standardError(each, other);
    }

    private double standardError(int each, int other) {
        return Math.sqrt(design.varianceOfMean(each) + design.varianceOfMean(other));
    }

    private double freedom(int each, int other) {
        return Math.max(1, Math.floor(
                design.freedom(each, design.varianceOfMean(each), other, design.varianceOfMean(other))));
    }

    private double critical(MaxDifference kind, double miss, int each, int other) {
        return kind.critical(1 - miss, design.strategies(), freedom(each, other));
    }
}
