package io.birdseye.report.statistics;

import io.birdseye.report.statistics.Ranking.Place;
import io.birdseye.report.statistics.Ranking.Verdict;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/** The comparisons of {@link Ranking} on the logarithms of a fitted {@link BlockDesign}. */
final class WithBest {

    /** How rarely a table may call a strategy slower that is not, and as good that is not: together 5 %. */
    private static final double FALSE_ALARM = 0.01;

    private static final double FALSE_EQUIVALENCE = 1 - Ranking.CONFIDENCE - FALSE_ALARM;
    private static final double SLOWER = Math.log(1 + Ranking.MARGIN);
    private static final double EQUIVALENCE = Math.log(1 + Ranking.EQUIVALENCE);

    private final BlockDesign design;
    private final int leader;
    private final List<Integer> candidates;
    private final Map<Critical, Double> criticals = new HashMap<>();

    private record Critical(MaxDifference kind, double miss, double freedom) {}

    WithBest(BlockDesign design) {
        this.design = design;
        Comparator<Integer> byMean = Comparator.comparingDouble(design::mean);
        int best = all().filter(each -> !design.isUnsteady(each)).boxed().min(byMean).orElseThrow();
        candidates = all().filter(each -> !design.isUnsteady(each) || difference(each, best) + allPairs(each, best) < 0)
                .boxed().toList();
        leader = candidates.stream().min(byMean).orElseThrow();
    }

    Ranking ranking(List<String> names, int blocks) {
        List<Place> places = all().boxed()
                .sorted(Comparator.comparing((Integer each) -> each != leader).thenComparingDouble(design::mean))
                .map(each -> place(each, names.get(each), blocks))
                .toList();
        int other = candidates.stream().filter(each -> each != leader).findFirst().orElse(leader == 0 ? 1 : 0);
        double nineOfTen = NormalDistribution.of(0, 1).inverseCumulativeProbability(0.9);
        double detectable = SLOWER + allPairs(other, leader) + nineOfTen * standardError(other, leader);
        double variance = blocks * all().mapToDouble(design::varianceOfMean).min().orElseThrow();
        return new Ranking(places, blocks, Math.exp(detectable), variance);
    }

    private Place place(int each, String name, int blocks) {
        if (each == leader) {
            return new Place(name, Verdict.BEST, 1, null, 0, "");
        }
        double low = against(each).mapToDouble(other -> difference(each, other) - allPairs(each, other)).max().orElseThrow();
        double high = against(each).mapToDouble(other -> difference(each, other) + withOne(each, other)).max().orElseThrow();
        double ratio = Math.exp(difference(each, leader));
        Interval interval = new Interval(Math.exp(low), Math.exp(high));
        if (-EQUIVALENCE < low && high < EQUIVALENCE) {
            return new Place(name, Verdict.EQUIVALENT, ratio, interval, 0, "");
        }
        return low > SLOWER
                ? new Place(name, Verdict.SLOWER, ratio, interval, 0, "")
                : Place.undecided(name, ratio, interval, blocksNeeded(each, blocks));
    }

    /** The half width of the interval falls with the root of the number of blocks, until it decides. */
    private int blocksNeeded(int each, int blocks) {
        double difference = difference(each, leader);
        double slower = allPairs(each, leader) / Math.max(0, difference - SLOWER);
        double equivalent = withOne(each, leader) / Math.max(0, EQUIVALENCE - difference);
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

    /** With two variances the degrees of freedom are those of Welch, as in the test of Games and Howell. */
    private double critical(MaxDifference kind, double miss, int each, int other) {
        double a = design.varianceOfMean(each);
        double b = design.varianceOfMean(other);
        boolean shared = !design.isUnsteady(each) && !design.isUnsteady(other);
        double freedom = shared || a + b == 0
                ? Math.min(design.freedom(each), design.freedom(other))
                : (a + b) * (a + b) / (a * a / design.freedom(each) + b * b / design.freedom(other));
        return criticals.computeIfAbsent(new Critical(kind, miss, Math.max(1, Math.floor(freedom))),
                key -> key.kind().critical(1 - miss, design.strategies(), key.freedom()));
    }
}
