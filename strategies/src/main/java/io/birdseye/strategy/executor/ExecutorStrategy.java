package io.birdseye.strategy.executor;

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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Runs the calls on a pool and the combinations on the HTTP thread. While calls wait, a request holds one pool thread
 * for each of them, and the HTTP thread.
 */
@StrategyInfo(
        name = "executor",
        summary = "calls on a thread pool, combinations on the HTTP thread",
        waits = "pool threads for the calls, the HTTP thread for the pool",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "A bird's-eye view on Java concurrency frameworks (2019),"
                + " section 'Parallelize IO Tasks with Executor Service'",
        takeWhen = "there are enough HTTP threads, and the client blocks",
        avoidWhen = "HTTP threads are scarce: one is held for each request",
        pools = @StrategyInfo.Pool(name = "executor-io", io = true),
        simplicity = @StrategyInfo.Simplicity(rank = 50, why = "blocking code on a pool of threads, whose size has to fit the load"),
        origin = StrategyInfo.Origin.PUBLISHED,
        publishedIo = 16,
        publishedCpu = StrategyInfo.HTTP_THREADS)
public final class ExecutorStrategy implements Strategy.Blocking {

    private final ExecutorService io;
    private final Bulkhead cpu;

    public ExecutorStrategy(Budget budget) {
        io = Pools.fixed("executor-io", budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    @Override
    public Overview run(FanOut work) throws Exception {
        List<Callable<Body>> fetches = work.calls().stream().<Callable<Body>>map(call -> call::fetch).toList();
        Iterator<Future<Body>> fetched = io.invokeAll(fetches).iterator();
        List<Part> parts = new ArrayList<>();
        for (FanOut.Group group : work.groups()) {
            List<Body> bodies = Futures.await(Stream.generate(fetched::next).limit(group.calls().size()));
            parts.add(cpu.call(() -> group.combine(bodies)));
        }
        return work.join(parts);
    }

    @Override
    public void close() {
        Pools.stop(io);
    }
}
