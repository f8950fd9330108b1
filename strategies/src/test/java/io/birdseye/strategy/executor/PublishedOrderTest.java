package io.birdseye.strategy.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategy;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PublishedOrderTest {

    static Stream<Function<Budget, Strategy.Blocking>> published() {
        return Stream.of(ExecutorStrategy::new, CompletableFutureStrategy::new);
    }

    /** One thread makes the calls in order, so the first group's have ended well when the last call fails. */
    @ParameterizedTest
    @MethodSource("published")
    void noGroupIsCombinedBeforeAllCallsHaveEnded(Function<Budget, Strategy.Blocking> published) {
        FakeUpstream upstream = new FakeUpstream().when("g1c1", FakeUpstream.fail("g1c1"));
        Concurrency concurrency = new Concurrency();
        InstrumentedFanOut work = TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, concurrency);
        try (Strategy.Blocking strategy = published.apply(new Budget(1, 1, 4))) {
            assertThatThrownBy(() -> strategy.run(work)).hasStackTraceContaining("'g1c1'");
        }
        assertThat(concurrency.io().peak()).isEqualTo(1);
        assertThat(concurrency.cpu().peak()).as("combinations that were begun").isZero();
    }
}
