package io.birdseye.strategy.executor;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Bulkhead;
import io.birdseye.strategy.Futures;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/**
 * Runs all tasks on one pool and gives the HTTP thread back at once. Combinations wait in the queue behind the calls of
 * later requests, and a thread that combines is not available for calls. The article's figure for this strategy shows
 * this effect, and not the effect of the suspended response.
 */
@StrategyInfo(
        name = "async-executor",
        summary = "calls and combinations on one thread pool, response suspended",
        waits = "pool threads for the calls",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "A bird's-eye view on Java concurrency frameworks (2019),"
                + " section 'Parallelize All tasks with ExecutorService'",
        takeWhen = "never: async-executor-split is the same with a pool for each kind of task",
        avoidWhen = "requests have both calls that wait and CPU work, as here",
        pools = @StrategyInfo.Pool(name = "async-executor", io = true),
        limits = StrategyInfo.Limit.ENDS_IN_TURN,
        simplicity = @StrategyInfo.Simplicity(rank = 100, why = "one pool of threads, in which calls and combinations delay one another, and a suspended answer"),
        origin = StrategyInfo.Origin.PUBLISHED,
        publishedIo = 16,
        publishedCpu = 16)
public final class AsyncExecutorStrategy implements Strategy.Async {

    private final ExecutorService pool;
    private final Bulkhead cpu;

    public AsyncExecutorStrategy(Budget budget) {
        pool = Pools.fixed("async-executor", budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        List<CompletableFuture<Part>> parts = work.groups().stream().map(this::part).toList();
        return Futures.allOf(parts).thenApplyAsync(work::join, pool);
    }

    private CompletableFuture<Part> part(FanOut.Group group) {
        List<CompletableFuture<Body>> bodies = group.calls().stream()
                .map(call -> supplyAsync(call::fetchUnchecked, pool)).toList();
        return Futures.allOf(bodies).thenApplyAsync(all -> cpu.get(() -> group.combine(all)), pool);
    }

    @Override
    public void close() {
        Pools.stop(pool);
    }
}
