package io.birdseye.strategy.adaptive;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.DeadlineExceeded;
import io.birdseye.fanout.FakeUpstream;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.fanout.TestPlans;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Host;
import io.birdseye.strategy.Overloaded;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class AdaptiveStrategyTest {

    /** Room for one request. */
    private static final Budget ONE = new Budget(4, 2, 1);

    @Test
    void aPlaceIsTakenUntilTheWorkHasReallyEnded() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        FakeUpstream deaf = new FakeUpstream().when("g0c0", cancellation -> {
            started.countDown();
            goOn.await(); // takes no notice of being cancelled
            return new byte[] {'1'};
        });
        try (AdaptiveStrategy strategy = new AdaptiveStrategy(ONE, Shape.TWO_BY_TWO)) {
            InstrumentedFanOut work = fanOut(deaf);
            CompletableFuture<Overview> first = Host.start(strategy, work);
            started.await();
            work.cancellation().cancel(new DeadlineExceeded(Duration.ofSeconds(1)));

            assertThatThrownBy(() -> strategy.run(fanOut(new FakeUpstream()))).isInstanceOf(Overloaded.class);
            assertThat(first).isNotDone();

            goOn.countDown();
            assertThat(first).failsWithin(60, SECONDS);
            assertThat(Host.start(strategy, fanOut(new FakeUpstream())).get(60, SECONDS)).isNotNull();
        }
    }

    @Test
    void callsThatSaveNothingInParallelAreMadeInTurnAndOthersInParallelAgain() {
        CallOrder order = new CallOrder();
        assertThat(order.inParallel()).isTrue();

        tell(order, 4_000_000, 1_000_000, 40_000_000);
        assertThat(order.inParallel()).as("3 of 44 ms").isFalse();
        tell(order, 8_000_000, 2_000_000, 40_000_000);
        assertThat(order.inParallel()).as("6 of 48 ms: between the two marks it stays").isFalse();
        tell(order, 800_000_000, 200_000_000, 40_000_000);
        assertThat(order.inParallel()).as("600 of 840 ms").isTrue();
        tell(order, 8_000_000, 2_000_000, 40_000_000);
        assertThat(order.inParallel()).as("6 of 48 ms, from above").isTrue();
    }

    private static void tell(CallOrder order, long sumNanos, long longestNanos, long computedNanos) {
        for (int i = 0; i < 100; i++) {
            order.note(sumNanos, longestNanos, computedNanos);
        }
    }

    @Test
    void oneSlowRequestDoesNotChangeTheOrder() {
        CallOrder order = new CallOrder();
        tell(order, 800_000_000, 200_000_000, 40_000_000);

        order.note(4_000_000, 1_000_000, 40_000_000_000L);

        assertThat(order.inParallel()).isTrue();
    }

    @Test
    void anAnswerIsTheSameInTurn() throws Exception {
        try (AdaptiveStrategy strategy = new AdaptiveStrategy(new Budget(8, 2, 8), Shape.of(1, 2, 3))) {
            for (int i = 0; i < 200; i++) {
                InstrumentedFanOut work =
                        TestPlans.fanOut(Shape.of(1, 2, 3), new FakeUpstream(), new Concurrency());
                assertThat(new String(Host.start(strategy, work).get(60, SECONDS).json()))
                        .isEqualTo(TestPlans.answerOf(Shape.of(1, 2, 3)));
            }
        }
    }

    private static InstrumentedFanOut fanOut(FakeUpstream upstream) {
        return TestPlans.fanOut(Shape.TWO_BY_TWO, upstream, new Concurrency());
    }
}
