package io.birdseye.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Simulated tables: strategies that add 3 to 8 ms to a floor of 205 ms. */
class ExcessTest {

    private static final int TABLES = 1_000;
    private static final double FLOOR = 205;

    /** Where the floor scatters less than the strategies, its noise is taken for theirs, and the interval holds more often. */
    @ParameterizedTest(name = "{0} strategies, {1} blocks, noise {2}, of the floor {3}")
    @CsvSource({"6, 3, 0.01, 0.01, 0.97", "6, 5, 0.01, 0.01, 0.97", "6, 5, 0.01, 0.002, 1", "2, 3, 0.01, 0.01, 0.97", "12, 3, 0.02, 0.02, 0.97"})
    void theIntervalOfTheExcessHoldsTheTrueOneAsOftenAsItSays(
            int strategies, int blocks, double noise, double noiseOfFloor, double atMost) {
        Random random = new Random(7);
        int holds = 0;
        for (int table = 0; table < TABLES; table++) {
            double[] block = random.doubles(blocks).map(any -> 0.02 * random.nextGaussian()).toArray();
            Map<String, List<Double>> figures = new TreeMap<>();
            for (int strategy = 0; strategy < strategies; strategy++) {
                figures.put("s" + strategy, figures(FLOOR + 3 + strategy % 6, noise, block, random));
            }
            List<Double> floors = figures(FLOOR, noiseOfFloor, block, random);
            double excess = mean(figures.get("s0")) - mean(floors);
            holds += Math.abs(excess - 3) <= new Excess(figures, floors).halfWidth("s0") ? 1 : 0;
        }

        assertThat((double) holds / TABLES).isBetween(0.93, atMost);
    }

    private static List<Double> figures(double ms, double noise, double[] block, Random random) {
        return IntStream.range(0, block.length)
                .mapToObj(i -> ms * Math.exp(block[i] + noise * random.nextGaussian()))
                .toList();
    }

    private static double mean(List<Double> figures) {
        return RatioInterval.geometricMean(figures.stream().mapToDouble(ms -> ms).toArray());
    }
}
