package io.birdseye.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.benchmarks.Figure.Target;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandardBenchTest {

    private static Figure best(Map<String, Double> overFloor) {
        return StandardBench.best("boxed: p99", Target.atMost(1.5), overFloor, "floor 200 ms");
    }

    @Test
    void thePromiseIsAboutTheBestStrategyOfAPercentile() {
        Figure best = best(Map.of("executor", 1.7, "http-async", 1.4));

        assertThat(best.met()).isTrue();
        assertThat(best.measured()).isEqualTo(1.4);
    }

    @Test
    void whereNoStrategyAnsweredEverythingThePromiseIsMissedAndTheReasonTold() {
        assertThat(best(Map.of()).met()).isFalse();
        assertThat(best(Map.of()).note()).contains("no strategy answered all requests");
    }

    @Test
    void aRunTooShortForItsTailSaysSo() {
        Figure unknown = best(Map.of("executor", Double.NaN));

        assertThat(unknown.met()).isFalse();
        assertThat(unknown.note()).contains("too few requests for a percentile this high").doesNotContain("NaN");
    }
}
