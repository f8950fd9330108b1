package io.birdseye.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.birdseye.benchmarks.ExcessBench.Excess;
import io.birdseye.benchmarks.ExcessBench.Promise;
import io.birdseye.model.Layout;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExcessBenchTest {

    private static final Promise PROMISE = new Promise(1.1, 1.5);

    @Test
    void thePromiseIsAboutTheBestStrategyOfEachPercentile() {
        List<Excess> all = List.of(new Excess("executor", 1.05, 1.7), new Excess("http-async", 1.2, 1.4));

        assertThat(ExcessBench.figures(Layout.BOXED, PROMISE, all, "floor 200 ms"))
                .allMatch(Figure::met)
                .extracting(Figure::measured)
                .containsExactly(1.05, 1.4);
    }

    @Test
    void whereNoStrategyAnsweredEverythingThePromiseIsMissedAndTheReasonTold() {
        assertThat(ExcessBench.figures(Layout.BOXED, PROMISE, List.of(), "floor 200 ms"))
                .hasSize(2)
                .noneMatch(Figure::met)
                .allMatch(figure -> figure.note().contains("no strategy answered all requests"));
    }

    @Test
    void aRunTooShortForItsTailSaysSo() {
        List<Excess> all = List.of(new Excess("executor", 1.05, Double.NaN));

        List<Figure> figures = ExcessBench.figures(Layout.BOXED, PROMISE, all, "floor 200 ms");

        assertThat(figures).extracting(Figure::met).containsExactly(true, false);
        assertThat(figures.getLast().note()).contains("too few requests for a p99").doesNotContain("NaN");
    }
}
