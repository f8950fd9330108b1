package io.birdseye.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.model.Latency.Exponential;
import io.birdseye.model.Latency.Fixed;
import io.birdseye.model.Latency.Lognormal;
import io.birdseye.model.Latency.Uniform;
import io.birdseye.model.Latency;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.TDistribution;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class IntervalsTest {

    /** Tables of the studentized range over √2, and of Dunnett (1955). */
    @ParameterizedTest
    @CsvSource({
        "ALL_PAIRS, 0.95, 3, 10, 2.741",
        "ALL_PAIRS, 0.95, 29, 112, 3.831",
        "WITH_ONE, 0.95, 29, 112, 2.776",
        "WITH_ONE, 0.95, 5, 20, 2.304"
    })
    void itIsThatOfTheTables(MaxDifference kind, double probability, int means, double freedom, double expected) {
        assertThat(kind.critical(probability, means, freedom)).isCloseTo(expected, within(0.001));
    }

    /** The noncentrality of Student's t, from an integration of another form; with the last one the scale is known. */
    @ParameterizedTest
    @CsvSource({"9.925, 2, 15.179", "3.250, 9, 4.774", "2.576, 100000, 3.858"})
    void aDifferenceThatIsFoundInNineOfTenHasTheNoncentralityOfStudentsT(double critical, double freedom, double expected) {
        assertThat(MaxDifference.noncentrality(0.9, critical, freedom)).isCloseTo(expected, within(0.02));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 56})
    void ofTwoMeansItIsStudentsT(int freedom) {
        TDistribution student = TDistribution.of(freedom);

        assertThat(MaxDifference.ALL_PAIRS.critical(0.99, 2, freedom))
                .isCloseTo(student.inverseSurvivalProbability(0.005), within(0.01));
        assertThat(MaxDifference.WITH_ONE.critical(0.96, 2, freedom))
                .isCloseTo(student.inverseSurvivalProbability(0.04), within(0.01));
    }

    private static final int TABLES = 1_000;
    private static final double FLOOR = 205;

    /** Of simulated tables: strategies that add 3 to 8 ms to a floor of 205 ms. */
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
                .mapToObj(i -> ms * Math.exp(block[i] + noise * random.nextGaussian())).toList();
    }

    private static double mean(List<Double> figures) {
        return RatioInterval.geometricMean(figures.stream().mapToDouble(ms -> ms).toArray());
    }

    static List<Latency> latencies() {
        return List.of(new Fixed(200), new Uniform(50, 150), new Lognormal(80, 0.6), new Exponential(120));
    }

    @ParameterizedTest
    @MethodSource("latencies")
    void drawsHaveTheMeanVariationAndQuantilesThatAreClaimed(Latency latency) {
        SplittableRandom random = new SplittableRandom(42);
        double[] draws = new double[200_000];
        double sum = 0;
        double squares = 0;
        int belowP90 = 0;
        double p90 = Quantiles.quantileMs(latency, 0.9);
        for (int i = 0; i < draws.length; i++) {
            double drawn = latency.drawMs(random);
            sum += drawn;
            squares += drawn * drawn;
            belowP90 += drawn <= p90 ? 1 : 0;
        }
        double mean = sum / draws.length;

        assertThat(mean).isCloseTo(latency.meanMs(), Percentage.withPercentage(1));
        assertThat(squares / draws.length / mean / mean - 1).isCloseTo(squaredVariation(latency), within(0.03));
        assertThat(belowP90 / (double) draws.length).isBetween(0.895, latency instanceof Fixed ? 1 : 0.905);
        assertThat(Quantiles.cumulative(latency, p90)).isBetween(0.9 - 1e-9, 1.0);
    }

    /** Variance over squared mean: 0 for a fixed time, 1 for an exponential one. */
    private static double squaredVariation(Latency latency) {
        return switch (latency) {
            case Latency.Fixed _ -> 0;
            case Latency.Uniform(double lower, double upper) -> Math.pow((upper - lower) / latency.meanMs(), 2) / 12;
            case Latency.Lognormal(double _, double sigma) -> Math.expm1(sigma * sigma);
            case Latency.Exponential _ -> 1;
        };
    }

    @ParameterizedTest
    @MethodSource("latencies")
    void aMultipleKeepsItsShape(Latency latency) {
        Latency twice = latency.times(2);

        assertThat(twice.meanMs()).isCloseTo(2 * latency.meanMs(), within(1e-9));
        assertThat(squaredVariation(twice)).isCloseTo(squaredVariation(latency), within(1e-9));
    }

    @Test
    void theSlowestOfFourHasTheTailOfARarerQuantile() {
        Lognormal one = new Lognormal(100, 0.5);

        double p99 = Quantiles.slowestMs(Collections.nCopies(4, one), 0.99);

        assertThat(p99).isCloseTo(Quantiles.quantileMs(one, Math.pow(0.99, 0.25)), within(1e-3));
        assertThat(Quantiles.slowestMs(List.of(new Fixed(100), new Fixed(200)), 0.99)).isEqualTo(200);
    }

    @Test
    void timesBelowZeroAreRefused() {
        assertThatThrownBy(() -> new Fixed(-1)).hasMessageContaining("-1");
        assertThatThrownBy(() -> new Uniform(5, 5)).hasMessageContaining("upper bound");
        assertThatThrownBy(() -> new Lognormal(10, 6)).hasMessageContaining("sigma");
        assertThatThrownBy(() -> new Exponential(0)).hasMessageContaining("above 0");
    }
}
