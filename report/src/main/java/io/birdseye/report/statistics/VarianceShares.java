package io.birdseye.report.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How much of the differences between rows each factor explains: an analysis of variance on the logarithm of a figure,
 * over all combinations of the factors' values and all blocks. A share is a sum of squares divided by that of all
 * figures; the shares of all effects, of what they do together, and of the blocks add up to 1.
 *
 * <p>The sums of squares of different factors are independent of one another only where every combination was measured
 * equally often. So values whose combinations are missing are left out, and blocks in which one is missing as well.
 * Source: R. A. Fisher, "Statistical Methods for Research Workers", 1925, chapter 7.
 *
 * @param effects of each factor with two values or more, the largest first
 * @param together what depends on the combination of several values; with a single block also the noise
 * @param blocks what differs between blocks of the same row; 0 for a single block
 * @param leftOut values without figures for some combination
 */
public record VarianceShares(List<Effect> effects, double together, double blocks, List<String> leftOut) {

    public VarianceShares {
        effects = List.copyOf(effects);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * What one factor explains.
     *
     * @param least the value with the lowest geometric mean
     */
    public record Effect(String factor, double share, String least, String most, double ratio) {}

    /** The figures of one combination, by block; all above 0. */
    public record Cell(List<String> values, Map<Integer, Double> figures) {

        public Cell {
            values = List.copyOf(values);
            figures = Map.copyOf(figures);
        }
    }

    /** The square of what rounding makes of equal logarithms, and more. */
    private static final double ROUNDING = 1e-24;

    private record Observation(List<String> values, double log) {}

    /** @return without effects, where all figures are equal or no factor has two values */
    public static VarianceShares of(List<String> factors, List<Cell> cells) {
        List<Cell> measured = new ArrayList<>(cells.stream().filter(cell -> !cell.figures().isEmpty()).toList());
        List<String> leftOut = new ArrayList<>();
        while (!isComplete(factors, measured)) {
            Value worst = worst(factors, measured);
            leftOut.add(worst.name());
            measured.removeIf(worst::isOf);
        }
        List<Observation> all = observations(measured);
        double mean = mean(all);
        double sum = squares(all, observation -> observation.log() - mean);
        if (!(sum > all.size() * ROUNDING)) {
            return new VarianceShares(List.of(), 0, 0, leftOut);
        }
        double rows = explained(all, Observation::values, mean);
        List<Effect> effects = IntStream.range(0, factors.size())
                .filter(i -> values(measured, i).size() > 1)
                .mapToObj(i -> effect(factors.get(i), all, i, mean, sum))
                .sorted(Comparator.comparingDouble(Effect::share).reversed()).toList();
        double main = effects.stream().mapToDouble(Effect::share).sum();
        return new VarianceShares(effects, Math.max(0, rows / sum - main), Math.max(0, 1 - rows / sum), leftOut);
    }

    private static Effect effect(String factor, List<Observation> all, int i, double mean, double sum) {
        Function<Observation, String> value = observation -> observation.values().get(i);
        Map<String, Double> means = all.stream().collect(
                Collectors.groupingBy(value, TreeMap::new, Collectors.averagingDouble(Observation::log)));
        Map.Entry<String, Double> least = means.entrySet().stream().min(Map.Entry.comparingByValue()).orElseThrow();
        Map.Entry<String, Double> most = means.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow();
        return new Effect(factor, explained(all, value, mean) / sum, least.getKey(), most.getKey(),
                Math.exp(most.getValue() - least.getValue()));
    }

    /** The sum of squares of the groups' means about the mean of all. */
    private static <K> double explained(List<Observation> all, Function<Observation, K> group, double mean) {
        return all.stream().collect(Collectors.groupingBy(group, LinkedHashMap::new, Collectors.toList())).values().stream()
                .mapToDouble(members -> members.size() * Math.pow(mean(members) - mean, 2)).sum();
    }

    private static double squares(List<Observation> all, ToDoubleFunction<Observation> from) {
        return all.stream().mapToDouble(from).map(distance -> distance * distance).sum();
    }

    private static double mean(List<Observation> all) {
        return all.stream().mapToDouble(Observation::log).average().orElse(0);
    }

    /** Of the blocks that have all cells; where there is none, each cell's mean. */
    private static List<Observation> observations(List<Cell> cells) {
        Set<Integer> common = new TreeSet<>();
        cells.forEach(cell -> common.addAll(cell.figures().keySet()));
        cells.forEach(cell -> common.retainAll(cell.figures().keySet()));
        return cells.stream()
                .flatMap(cell -> common.isEmpty()
                        ? Stream.of(new Observation(cell.values(), cell.figures().values().stream()
                                .mapToDouble(Math::log).average().orElseThrow()))
                        : common.stream().map(block ->
                                new Observation(cell.values(), Math.log(cell.figures().getOrDefault(block, Double.NaN)))))
                .toList();
    }

    private record Value(int factor, String name, double missing) {

        boolean isOf(Cell cell) {
            return cell.values().get(factor).equals(name);
        }
    }

    private static boolean isComplete(List<String> factors, List<Cell> cells) {
        return cells.size() == combinations(factors, cells, -1);
    }

    /** The value that lacks the largest share of its combinations; of several the first factor's. */
    private static Value worst(List<String> factors, List<Cell> cells) {
        return IntStream.range(0, factors.size())
                .boxed()
                .flatMap(i -> values(cells, i).stream().map(name -> new Value(i, name,
                        1 - cells.stream().filter(cell -> cell.values().get(i).equals(name)).count()
                                / (double) combinations(factors, cells, i))))
                .max(Comparator.comparingDouble(Value::missing).thenComparing(Value::factor, Comparator.reverseOrder()))
                .orElseThrow();
    }

    /** How many there are of the values of all factors but one. */
    private static int combinations(List<String> factors, List<Cell> cells, int without) {
        return IntStream.range(0, factors.size())
                .filter(i -> i != without).map(i -> values(cells, i).size()).reduce(1, (a, b) -> a * b);
    }

    private static Set<String> values(List<Cell> cells, int factor) {
        return cells.stream().map(cell -> cell.values().get(factor)).collect(Collectors.toCollection(TreeSet::new));
    }
}
