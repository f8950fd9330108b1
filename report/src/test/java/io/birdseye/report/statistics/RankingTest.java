package io.birdseye.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RankingTest {

    private static final int REPEATS = 500;

    /** Two strategies, as in an A/A comparison: what differs by chance alone must not be told apart. */
    @ParameterizedTest
    @CsvSource({"3, 0.02", "5, 0.02", "6, 0.02", "10, 0.02", "3, 0.2", "5, 0.2", "6, 0.2", "8, 0.2", "10, 0.2"})
    void twoEqualStrategiesAreToldApartInFivePercentOfComparisonsAtMost(int blocks, double noise) {
        int apart = 0;
        for (int seed = 0; seed < REPEATS; seed++) {
            Random random = new Random(seed);
            Ranking ranking = Ranking.of(strategies(random, blocks, noise, random::nextGaussian, 1, 1), seed);
            apart += ranking.places().getLast().rank() > 1 ? 1 : 0;
        }
        assertThat(apart).isLessThanOrEqualTo((int) (0.06 * REPEATS));
    }

    /** One JVM in ten is far off: compiled otherwise, or disturbed. */
    @ParameterizedTest
    @ValueSource(ints = {3, 5, 6, 10})
    void outliersMakeNoDifference(int blocks) {
        int apart = 0;
        for (int seed = 0; seed < REPEATS; seed++) {
            Random random = new Random(seed);
            Ranking ranking = Ranking.of(strategies(random, blocks, 0.02,
                    () -> random.nextGaussian() * (random.nextInt(10) == 0 ? 8 : 1), 1, 1), seed);
            apart += ranking.places().getLast().rank() > 1 ? 1 : 0;
        }
        assertThat(apart).isLessThanOrEqualTo((int) (0.06 * REPEATS));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 6, 10})
    void amongManyEqualStrategiesTheLuckiestIsHardlyEverToldApart(int blocks) {
        int apart = 0;
        for (int seed = 0; seed < REPEATS; seed++) {
            Ranking ranking = Ranking.of(strategies(new Random(seed), blocks, 1, 1, 1), seed);
            apart += ranking.places().getLast().rank() > 1 ? 1 : 0;
        }
        assertThat(apart).isLessThanOrEqualTo((int) (0.05 * REPEATS));
    }

    @ParameterizedTest
    @CsvSource({"5, 0.01", "8, 0.02"})
    void aTwinSlowedByFivePercentIsFound(int blocks, double noise) {
        int found = 0;
        for (int seed = 0; seed < REPEATS; seed++) {
            Random random = new Random(seed);
            Ranking ranking = Ranking.of(strategies(random, blocks, noise, random::nextGaussian, 1, 1.05), seed);
            boolean inOrder = ranking.places().getFirst().strategy().equals("s0");
            found += inOrder && ranking.places().getLast().rank() == 2 ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo((int) (0.9 * REPEATS));
    }

    @Test
    void aDifferenceBelowOnePercentIsWorthNoRank() {
        List<Double> fast = List.of(100.0, 100.01, 99.99, 100.0, 100.01, 99.99);
        List<Double> slow = fast.stream().map(figure -> figure * 1.009).toList();
        List<Double> slower = fast.stream().map(figure -> figure * 1.015).toList();

        assertThat(Ranking.of(Map.of("a", fast, "b", slow), 1).places())
                .extracting(Ranking.Place::rank).containsExactly(1, 1);
        assertThat(Ranking.of(Map.of("a", fast, "b", slower), 1).places())
                .extracting(Ranking.Place::rank).containsExactly(1, 2);
    }

    @Test
    void intervalsHoldTheTrueRatioAsOftenAsTheyPromise() {
        int held = 0;
        for (int seed = 0; seed < REPEATS; seed++) {
            Ranking ranking = Ranking.of(strategies(new Random(seed), 8, 1, 1.5), seed);
            Interval interval = ranking.places().getLast().interval();
            held += interval != null && interval.low() <= 1.5 && 1.5 <= interval.high() ? 1 : 0;
        }
        assertThat(held).isBetween((int) (0.90 * REPEATS), (int) (0.995 * REPEATS));
    }

    @Test
    void aSlowBlockIsNoDifference() {
        Ranking ranking = Ranking.of(Map.of(
                "a", List.of(100.0, 200.0, 300.0, 100.0), "b", List.of(120.1, 239.9, 360.1, 119.9)), 1);

        assertThat(ranking.places()).extracting(Ranking.Place::strategy).containsExactly("a", "b");
        assertThat(ranking.places()).extracting(Ranking.Place::rank).containsExactly(1, 2);
    }

    @Test
    void aRankIsSharedAndTheNextOneCountsAllBefore() {
        Ranking ranking = Ranking.of(Map.of(
                "a", List.of(100.0, 101.0, 99.0, 100.0),
                "b", List.of(101.0, 99.0, 100.0, 101.0),
                "slow", List.of(200.0, 202.0, 199.0, 201.0)), 1);

        assertThat(ranking.places()).extracting(Ranking.Place::rank).containsExactly(1, 1, 3);
    }

    @Test
    void theSameResultsGiveTheSameRanking() {
        Map<String, List<Double>> figures = strategies(new Random(5), 8, 1, 1.1, 1.2);

        assertThat(Ranking.of(figures, 3)).isEqualTo(Ranking.of(new HashMap<>(figures), 3));
    }

    @Test
    void aSingleBlockIsRefused() {
        assertThatThrownBy(() -> Ranking.of(Map.of("a", List.of(1.0), "b", List.of(2.0)), 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 2 blocks");
    }

    private static Map<String, List<Double>> strategies(Random random, int blocks, double... truth) {
        return strategies(random, blocks, 0.02, random::nextGaussian, truth);
    }

    /** Strategies s0, s1, ... with the given true speeds, so much noise per JVM and 5 % per block. */
    private static Map<String, List<Double>> strategies(
            Random random, int blocks, double noise, DoubleSupplier jvm, double... truth) {
        double[] block = IntStream.range(0, blocks).mapToDouble(i -> 1 + 0.05 * random.nextGaussian()).toArray();
        Map<String, List<Double>> figures = new HashMap<>();
        for (int s = 0; s < truth.length; s++) {
            double speed = truth[s];
            figures.put("s" + s, IntStream.range(0, blocks)
                    .mapToObj(i -> 200 * speed * block[i] * Math.exp(noise * jvm.getAsDouble()))
                    .toList());
        }
        return figures;
    }
}
