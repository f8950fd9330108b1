package io.birdseye.benchmarks.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.birdseye.benchmarks.Figure;
import io.birdseye.benchmarks.service.CapacityBench.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityBenchTest {

    @Test
    void theTopIsHeldAgainstWhatTheCoresCanCarryAndTheWorstBeyondAgainstTheTop() {
        List<Figure> figures = CapacityBench.figures(
                "http-async",
                List.of(
                        new Point(10, 40, 20, 0.1, 0),
                        new Point(20, 90, 20, 0.2, 0),
                        new Point(40, 95, 20, 0.2, 0),
                        new Point(60, 76, 25, 0.2, 0),
                        new Point(80, 93, 20, 0.2, 0)),
                2);

        assertThat(figures).extracting(Figure::measured).satisfiesExactly(
                share -> assertThat(share).isCloseTo(0.95, within(1e-9)),
                fall -> assertThat(fall).isCloseTo(0.2, within(1e-9)));
        assertThat(figures).extracting(Figure::met).containsExactly(true, false);
        assertThat(figures.getFirst().note()).contains("95.0/s of 100.0/s at 20.0 ms").doesNotContain("stolen");
    }

    @Test
    void usersAreAddedUntilNoStrategyAnswersMoreThanBefore() {
        List<Point> rising = List.of(new Point(10, 40, 20, 0.1, 0), new Point(20, 90, 20, 0.2, 0));
        List<Point> fallen = List.of(new Point(10, 60, 20, 0.1, 0), new Point(20, 50, 20, 0.2, 0));

        assertThat(CapacityBench.anyRises(List.of())).isTrue();
        assertThat(CapacityBench.anyRises(List.of(fallen, rising))).isTrue();
        assertThat(CapacityBench.anyRises(List.of(fallen))).isFalse();
        assertThat(CapacityBench.figures("executor", rising, 2).getLast().note()).endsWith("nothing beyond was measured");
        assertThat(CapacityBench.figures("executor", fallen, 2).getLast().note()).doesNotContain("nothing beyond");
    }

    @Test
    void coresThatAHypervisorGaveAwayCarryNothing() {
        List<Figure> figures =
                CapacityBench.figures("executor", List.of(new Point(40, 57, 28, 0.2, 0.2)), 2);

        assertThat(figures.getFirst().measured()).isCloseTo(57 / (1.6 / 0.028), within(1e-9));
        assertThat(figures.getFirst().note()).contains("(20 % stolen)");
    }
}
