package io.birdseye.report.table;

import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** One figure for each block of a strategy. */
public final class BlockFigures {

    private BlockFigures() {}

    /**
     * The geometric mean of the trials of each block: of one, or of two where the strategy belongs to a pair.
     *
     * @param trials of one strategy
     * @return by block; 0 where a trial has 0, not a number where it is not known of one
     */
    public static SortedMap<Integer, Double> of(List<Trial> trials, ToDoubleFunction<Measured> figure) {
        return trials.stream().collect(Collectors.groupingBy(Trial::block, TreeMap::new, mean(figure)));
    }

    public static double[] values(SortedMap<Integer, Double> byBlock) {
        return byBlock.values().stream().mapToDouble(figure -> figure).toArray();
    }

    /** The geometric mean of the trials of one block and strategy. */
    static Collector<Trial, ?, Double> mean(ToDoubleFunction<Measured> figure) {
        return Collectors.collectingAndThen(
                Collectors.averagingDouble(trial -> trial.measured() == null
                        ? Double.NaN
                        : Math.log(figure.applyAsDouble(trial.measured()))),
                Math::exp);
    }
}
