package io.birdseye.strategy.executor;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Futures;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/**
 * {@link AsyncExecutorStrategy} with a pool for the calls and one for the combinations, so that neither waits in the
 * other's queue. A call that waits still holds a thread.
 */
@StrategyInfo(
        name = "async-executor-split",
        summary = "async-executor with a pool for calls and one for combinations",
        waits = "threads of the I/O pool for the calls",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "repairs 'Parallelize All tasks with ExecutorService' of the bird's-eye view (2019)",
        takeWhen = "the client blocks, and an I/O pool of the size that Little's law gives is affordable",
        avoidWhen = "the calls are slow and many: each call that waits holds a thread",
        pools = {
            @StrategyInfo.Pool(name = "async-executor-split-io", io = true),
            @StrategyInfo.Pool(name = "async-executor-split-cpu", cpu = true)
        },
        limits = StrategyInfo.Limit.ENDS_IN_TURN,
        simplicity = @StrategyInfo.Simplicity(rank = 90, why = "two pools of threads, and an answer that the last task to end sends"),
        origin = StrategyInfo.Origin.REPAIRED)
public final class AsyncExecutorSplitStrategy implements Strategy.Async {

    private final ExecutorService io;
    private final ExecutorService cpu;

    public AsyncExecutorSplitStrategy(Budget budget) {
        io = Pools.fixed("async-executor-split-io", budget.ioConcurrency());
        cpu = Pools.fixed("async-executor-split-cpu", budget.cpuConcurrency(), io);
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        List<CompletableFuture<Part>> parts = work.groups().stream().map(this::part).toList();
        return Futures.allOf(parts).thenApply(work::join);
    }

    private CompletableFuture<Part> part(FanOut.Group group) {
        List<CompletableFuture<Body>> bodies = group.calls().stream()
                .map(call -> supplyAsync(call::fetchUnchecked, io)).toList();
        return Futures.allOf(bodies).thenApplyAsync(group::combine, cpu);
    }

    @Override
    public void close() {
        Pools.stop(io);
        Pools.stop(cpu);
    }
}
