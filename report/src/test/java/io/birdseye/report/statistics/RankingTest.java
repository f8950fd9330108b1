package io.birdseye.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RankingTest {

    private static final int REPEATS = 200;

    @ParameterizedTest
    @ValueSource(ints = {3, 6, 10})
    void equalStrategiesAreHardlyEverToldApart(int blocks) {
        int apart = 0;
        for (int seed = 0; seed < REPEATS; seed++) {
            Ranking ranking = Ranking.of(strategies(new Random(seed), blocks, 1, 1, 1), seed);
            apart += ranking.places().getLast().rank() > 1 ? 1 : 0;
        }
        assertThat(apart).isLessThanOrEqualTo((int) (0.07 * REPEATS));
    }

    @Test
    void aTwinSlowedByFivePercentIsFound() {
        int found = 0;
        for (int seed = 0; seed < REPEATS; seed++) {
            Ranking ranking = Ranking.of(strategies(new Random(seed), 6, 1, 1.05), seed);
            boolean inOrder = ranking.places().getFirst().strategy().equals("s0");
            found += inOrder && ranking.places().getLast().rank() == 2 ? 1 : 0;
        }
        assertThat(found).isGreaterThanOrEqualTo((int) (0.9 * REPEATS));
    }

    @Test
    void intervalsHoldTheTrueRatioAsOftenAsTheyPromise() {
        int held = 0;
        for (int seed = 0; seed < REPEATS; seed++) {
            Ranking ranking = Ranking.of(strategies(new Random(seed), 8, 1, 1.5), seed);
            Interval interval = ranking.places().getLast().interval();
            held += interval != null && interval.contains(1.5) ? 1 : 0;
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

    /** Strategies s0, s1, ... with the given true speeds, 2 % noise per JVM and 5 % per block. */
    private static Map<String, List<Double>> strategies(Random random, int blocks, double... truth) {
        double[] block = IntStream.range(0, blocks).mapToDouble(i -> 1 + 0.05 * random.nextGaussian()).toArray();
        Map<String, List<Double>> figures = new HashMap<>();
        for (int s = 0; s < truth.length; s++) {
            double speed = truth[s];
            figures.put("s" + s, IntStream.range(0, blocks)
                    .mapToObj(i -> 200 * speed * block[i] * Math.exp(0.02 * random.nextGaussian()))
                    .toList());
        }
        return figures;
    }
}
