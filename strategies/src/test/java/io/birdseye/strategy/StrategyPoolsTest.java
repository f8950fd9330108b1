package io.birdseye.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StrategyPoolsTest {

    private static final StrategyEntry SEQUENTIAL = Strategies.load().find("sequential").orElseThrow();
    private static final StrategyEntry EXECUTOR = Strategies.load().find("executor").orElseThrow();

    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayStart = new CountDownLatch(1);

    @Test
    void aFullPoolRefusesAndAPlaceThatIsGivenBackIsTakenAgain() {
        Budget one = new Budget(1, 1, 1);
        try (StrategyPools pools = pools(2, 100)) {
            StrategyPools.Pool pool = pools.enter(SEQUENTIAL, one);

            assertThatThrownBy(() -> pools.enter(SEQUENTIAL, one))
                    .isInstanceOf(Overloaded.class)
                    .hasMessageContaining("1 requests in flight, as many as its budget allows");
            pool.leave();

            assertThat(pools.enter(SEQUENTIAL, one)).isSameAs(pool);
        }
    }

    @Test
    void anIdlePoolIsRetiredForAnotherBudgetAndABusyOneIsNot() {
        try (StrategyPools pools = pools(1, 100)) {
            StrategyPools.Pool first = pools.enter(SEQUENTIAL, new Budget(1, 1, 8));
            assertThatThrownBy(() -> pools.enter(SEQUENTIAL, new Budget(2, 1, 8)))
                    .hasMessageContaining("are busy, and no more may run at once");
            first.leave();

            pools.enter(SEQUENTIAL, new Budget(2, 1, 8)).leave();

            StrategyPools.Pool again = pools.enter(SEQUENTIAL, new Budget(1, 1, 8));
            assertThat(again).isNotSameAs(first);
        }
    }

    /** Two budgets take turns in the only place, so that each retires the other's pool all the time. */
    @Test
    void noRequestIsToldThatAPoolIsFullBecauseItIsBeingRetired() throws Exception {
        int requests = 50_000;
        try (StrategyPools pools = pools(1, 100);
                ExecutorService clients = Executors.newFixedThreadPool(4)) {
            List<Callable<Void>> all = new ArrayList<>();
            for (int client = 0; client < 4; client++) {
                Budget budget = new Budget(1 + client % 2, 1, 1_000);
                all.add(() -> {
                    for (int i = 0; i < requests; i++) {
                        enterAndLeave(pools, budget);
                    }
                    return null;
                });
            }
            for (Future<Void> client : clients.invokeAll(all)) {
                client.get();
            }
        }
    }

    @Test
    void theThreadsOfAllPoolsAreBounded() {
        try (StrategyPools pools = pools(100, 20)) {
            StrategyPools.Pool first = pools.enter(EXECUTOR, new Budget(12, 1, 8));

            assertThatThrownBy(() -> pools.enter(EXECUTOR, new Budget(9, 1, 8)))
                    .isInstanceOf(Overloaded.class)
                    .hasMessageContaining("would have 9 threads beside the 12 of the others, and 20 are allowed");
            pools.enter(EXECUTOR, new Budget(8, 1, 8)).leave();
            pools.enter(SEQUENTIAL, new Budget(1_000, 1, 8)).leave();
            first.leave();

            // The idle ones are closed, the longest idle first, until there is room.
            pools.enter(EXECUTOR, new Budget(20, 1, 8)).leave();
            assertThat(pools.reached()).extracting(pool -> pool.budget().ioConcurrency()).containsExactly(20, 1_000);
        }
    }

    @Test
    void aStrategyThatCannotStartItsThreadsIsRefusedAndTakesNoRoom() {
        try (StrategyPools pools = pools(1, 10)) {
            try (var _ = ThreadsOnHand.only(0)) {
                assertThatThrownBy(() -> pools.enter(EXECUTOR, new Budget(10, 1, 8)))
                        .isInstanceOf(Overloaded.class)
                        .hasMessageContaining("no room for the threads of strategy 'executor'");
            }

            pools.enter(EXECUTOR, new Budget(10, 1, 8)).leave();
        }
    }

    /** Its constructor takes as long as a test wants. */
    @StrategyInfo(
            name = "slow-start",
            summary = "starts slowly",
            waits = "nobody",
            waiter = StrategyInfo.Waiter.NOBODY,
            source = "the tests",
            origin = StrategyInfo.Origin.TODAY,
            pools = @StrategyInfo.Pool(name = "slow", more = 1))
    private static final class SlowStart implements Strategy.Async {

        private static final AtomicInteger STARTED = new AtomicInteger();

        SlowStart(CountDownLatch begun, CountDownLatch mayStart) {
            STARTED.incrementAndGet();
            begun.countDown();
            try {
                mayStart.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public CompletionStage<Overview> run(FanOut work) {
            return new CompletableFuture<>();
        }

        @Override
        public void close() {}
    }

    @Test
    void aStrategyThatStartsSlowlyHoldsUpNoOtherAndIsStartedOnce() throws Exception {
        StrategyEntry slow = slowStart();
        Budget one = new Budget(1, 1, 8);
        SlowStart.STARTED.set(0);
        try (StrategyPools pools = pools(3, 100);
                ExecutorService clients = Executors.newFixedThreadPool(2)) {
            List<Future<StrategyPools.Pool>> waiting = List.of(
                    clients.submit(() -> pools.enter(slow, one)), clients.submit(() -> pools.enter(slow, one)));
            begun.await();

            pools.enter(EXECUTOR, one).leave();

            mayStart.countDown();
            assertThat(waiting.get(0).get()).isSameAs(waiting.get(1).get());
            assertThat(SlowStart.STARTED).hasValue(1);
        } finally {
            mayStart.countDown();
        }
    }

    @Test
    void aStrategyThatIsStartedWhileAllAreClosedIsClosedToo() throws Exception {
        StrategyEntry slow = slowStart();
        try (ExecutorService clients = Executors.newSingleThreadExecutor()) {
            StrategyPools pools = pools(3, 100);
            Future<StrategyPools.Pool> waiting = clients.submit(() -> pools.enter(slow, new Budget(1, 1, 8)));
            begun.await();

            pools.close();
            mayStart.countDown();

            assertThatThrownBy(waiting::get).hasRootCauseInstanceOf(Overloaded.class)
                    .hasRootCauseMessage("the service is shutting down");
            assertThat(pools.reached()).isEmpty();
        } finally {
            mayStart.countDown();
        }
    }

    private StrategyEntry slowStart() {
        return StrategyEntry.of(SlowStart.class, budget -> new SlowStart(begun, mayStart));
    }

    private static StrategyPools pools(int maxPools, int maxThreads) {
        return new StrategyPools(Shape.TWO_BY_TWO, maxPools, maxThreads, Duration.ofMinutes(1));
    }

    private static void enterAndLeave(StrategyPools pools, Budget budget) {
        try {
            pools.enter(SEQUENTIAL, budget).leave();
        } catch (Overloaded e) {
            // The other budget's pool may be busy; this one has a thousand places for four clients.
            assertThat(e).hasMessageContaining("are busy, and no more may run at once");
        }
    }
}
