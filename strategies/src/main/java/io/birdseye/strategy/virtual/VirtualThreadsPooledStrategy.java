package io.birdseye.strategy.virtual;

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
import java.util.concurrent.ThreadFactory;

/**
 * Virtual threads in two executors of fixed size, which bound the calls and the combinations as pools of platform
 * threads would. Tasks that wait are objects in a queue, not threads. The queue knows nothing of requests: a task of a
 * request that was given up keeps its place until its turn comes, and a waiting thread cannot be seen in a thread dump.
 * JEP 444 advises against it: a virtual thread is too cheap to be kept, and a semaphore bounds as well.
 */
@StrategyInfo(
        name = "virtual-threads-pooled",
        summary = "virtual threads, bounded by executors of fixed size, response suspended",
        waits = "virtual threads of the I/O executor for the calls",
        waiter = StrategyInfo.Waiter.VIRTUAL_THREAD,
        source = "JEP 444: Virtual Threads (2023), 'Do not pool virtual threads', which it does",
        takeWhen = "code with a bounded executor exists, and its threads shall be virtual without another change",
        avoidWhen = "new code is written: virtual-threads bounds by a semaphore and lets go what nobody wants any more",
        pools = {
            @StrategyInfo.Pool(name = "virtual-threads-pooled-io", io = true),
            @StrategyInfo.Pool(name = "virtual-threads-pooled-cpu", cpu = true)
        },
        limits = StrategyInfo.Limit.ENDS_IN_TURN,
        simplicity = @StrategyInfo.Simplicity(rank = 40, why = "virtual threads kept in executors, whose sizes have to fit the load after all"),
        origin = StrategyInfo.Origin.TODAY)
public final class VirtualThreadsPooledStrategy implements Strategy.Async {

    private final ExecutorService io;
    private final ExecutorService cpu;

    public VirtualThreadsPooledStrategy(Budget budget) {
        ThreadFactory combining = Pools.virtualThreads("virtual-threads-pooled-cpu");
        io = Pools.fixed(budget.ioConcurrency(), Pools.virtualThreads("virtual-threads-pooled-io"));
        cpu = Pools.fixed(budget.cpuConcurrency(), combining, io);
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
