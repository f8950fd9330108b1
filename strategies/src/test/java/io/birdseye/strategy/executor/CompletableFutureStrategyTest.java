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
import org.junit.jupiter.api.Test;

class CompletableFutureStrategyTest {

    /** One thread makes the calls in order, so the first group's have ended well when the last call fails. */
    @Test
    void asPublishedNoGroupIsCombinedBeforeAllCallsHaveEnded() {
        FakeUpstream upstream = new FakeUpstream().when("g1c1", FakeUpstream.fail("g1c1"));
        Concurrency concurrency = new Concurrency();
        InstrumentedFanOut work = TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, concurrency);
        try (Strategy.Blocking strategy = new CompletableFutureStrategy(new Budget(1, 1, 4))) {
            assertThatThrownBy(() -> strategy.run(work)).hasStackTraceContaining("'g1c1'");
        }
        assertThat(concurrency.io().peak()).isEqualTo(1);
        assertThat(concurrency.cpu().peak()).as("combinations that were begun").isZero();
    }
}
