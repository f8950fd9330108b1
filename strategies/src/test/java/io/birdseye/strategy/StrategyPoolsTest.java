package io.birdseye.strategy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class StrategyPoolsTest {

    private static final StrategyEntry SEQUENTIAL = Strategies.load().find("sequential").orElseThrow();

    @Test
    void aFullPoolRefusesAndAPlaceThatIsGivenBackIsTakenAgain() {
        Budget one = new Budget(1, 1, 1);
        try (StrategyPools pools = new StrategyPools(Shape.TWO_BY_TWO, 2)) {
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
        try (StrategyPools pools = new StrategyPools(Shape.TWO_BY_TWO, 1)) {
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
        try (StrategyPools pools = new StrategyPools(Shape.TWO_BY_TWO, 1);
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

    private static void enterAndLeave(StrategyPools pools, Budget budget) {
        try {
            pools.enter(SEQUENTIAL, budget).leave();
        } catch (Overloaded e) {
            // The other budget's pool may be busy; this one has a thousand places for four clients.
            assertThat(e).hasMessageContaining("are busy, and no more may run at once");
        }
    }
}
