package io.birdseye.report.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.report.statistics.Ranking.Place;
import io.birdseye.report.statistics.Ranking.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RankingTest {

    private static Map<String, Verdict> verdicts(Ranking ranking) {
        Map<String, Verdict> verdicts = new HashMap<>();
        ranking.places().forEach(place -> verdicts.put(place.strategy(), place.verdict()));
        return verdicts;
    }

    @Test
    void aDifferenceBelowOnePercentIsNoDifference() {
        List<Double> fast = List.of(100.0, 100.01, 99.99, 100.0, 100.01, 99.99);
        List<Double> near = fast.stream().map(figure -> figure * 1.009).toList();

        assertThat(verdicts(Ranking.of(Map.of("a", fast, "b", near)))).containsEntry("b", Verdict.EQUIVALENT);
    }

    /** Of its three blocks two are far slower than all others, and its scatter must not hide what the others show. */
    @Test
    void aStrategyThatScattersWidelyDoesNotTurnTheOrderRound() {
        Ranking ranking = Ranking.of(Map.of(
                "A", List.of(100.0, 100.0, 100.0),
                "B", List.of(105.0, 105.1, 104.9),
                "C", List.of(110.0, 150.0, 190.0)));

        assertThat(verdicts(ranking)).containsEntry("A", Verdict.BEST);
        assertThat(ranking.places()).extracting(Place::strategy).containsExactly("A", "B", "C");
        assertThat(verdicts(ranking).get("C")).isNotEqualTo(Verdict.EQUIVALENT);
    }

    @Test
    void aSlowBlockIsNoDifference() {
        Ranking ranking = Ranking.of(Map.of(
                "a", List.of(100.0, 200.0, 300.0, 100.0), "b", List.of(120.1, 239.9, 360.1, 119.9)));

        assertThat(verdicts(ranking)).isEqualTo(Map.of("a", Verdict.BEST, "b", Verdict.SLOWER));
        assertThat(ranking.places().getLast().ratio()).isBetween(1.19, 1.21);
    }

    @Test
    void aSingleBlockIsRefused() {
        assertThatThrownBy(() -> Ranking.of(Map.of("a", List.of(1.0), "b", List.of(2.0))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least 2 blocks");
    }
}
