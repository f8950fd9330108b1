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
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;

/**
 * {@link ExecutorStrategy} with futures that can be composed. As published, it composes little: it waits for all calls,
 * and then combines one group after the other.
 */
@StrategyInfo(
        name = "completable-future",
        summary = "calls as CompletableFutures on a thread pool, combinations on the HTTP thread",
        waits = "pool threads for the calls, the HTTP thread for the pool",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "A bird's-eye view on Java concurrency frameworks (2019),"
                + " section 'Parallelize IO Tasks with Executor Service (CompletableFuture)'",
        takeWhen = "executor would do, and the steps need composing",
        avoidWhen = "HTTP threads are scarce: one is held for each request",
        pools = @StrategyInfo.Pool(name = "completable-future-io", io = true),
        simplicity = @StrategyInfo.Simplicity(rank = 60, why = "a pool of threads, and stages whose failures arrive wrapped"),
        origin = StrategyInfo.Origin.PUBLISHED,
        publishedIo = 16,
        publishedCpu = StrategyInfo.HTTP_THREADS)
public final class CompletableFutureStrategy implements Strategy.Blocking {

    private final ExecutorService io;
    private final Bulkhead cpu;

    public CompletableFutureStrategy(Budget budget) {
        io = Pools.fixed("completable-future-io", budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    @Override
    public Overview run(FanOut work) throws Exception {
        List<CompletableFuture<Body>> fetches = work.calls().stream()
                .map(call -> supplyAsync(call::fetchUnchecked, io)).toList();
        Iterator<Body> fetched = Futures.allOf(fetches).get().iterator();
        List<Part> parts = new ArrayList<>();
        for (FanOut.Group group : work.groups()) {
            List<Body> bodies = Stream.generate(fetched::next).limit(group.calls().size()).toList();
            parts.add(cpu.call(() -> group.combine(bodies)));
        }
        return work.join(parts);
    }

    @Override
    public void close() {
        Pools.stop(io);
    }
}
