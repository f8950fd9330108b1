package io.birdseye.strategy.virtual;

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
import java.util.concurrent.Executors;

/**
 * {@link VirtualThreadsStrategy} without a semaphore for calls: the client's connection pool has the size of the I/O
 * budget, and calls wait there. There is one number to set instead of two, and no call can hold a permit while it waits
 * for a connection; but all callers of that client share the bound, and a wait in the pool looks like a slow upstream.
 */
@StrategyInfo(
        name = "virtual-threads-connections",
        summary = "a virtual thread for every task, calls bounded by the connection pool, response suspended",
        waits = "virtual threads for a connection, for the calls and for one another",
        waiter = StrategyInfo.Waiter.VIRTUAL_THREAD,
        source = "Apache HttpClient 5 documentation, 'Connection management'",
        takeWhen = "the endpoint has a client of its own, whose pool is the bound anyway",
        avoidWhen = "several endpoints share the client: one of them can take all its connections",
        simplicity = @StrategyInfo.Simplicity(rank = 30, why = "the same, and the bound on calls is out of sight, in the client"),
        origin = StrategyInfo.Origin.TODAY)
public final class VirtualThreadsConnectionsStrategy implements Strategy.Async {

    private final ExecutorService threads;
    private final ConnectionBulkhead connections;
    private final Bulkhead cpu;

    public VirtualThreadsConnectionsStrategy(Budget budget) {
        this("virtual-threads-connections", budget, budget.ioConcurrency());
    }

    /** @param perHost connections that the client opens to one host */
    VirtualThreadsConnectionsStrategy(String name, Budget budget, int perHost) {
        threads = Executors.newThreadPerTaskExecutor(Pools.virtualThreads(name));
        connections = new ConnectionBulkhead(perHost);
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        CompletableFuture<Overview> answer = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                answer.complete(overview(work));
            } catch (Throwable e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private Overview overview(FanOut work) throws Exception {
        return work.join(Futures.await(work.groups().stream()
                .map(group -> threads.submit(() -> part(work, group)))
                .toList()));
    }

    private Part part(FanOut work, FanOut.Group group) throws Exception {
        List<Body> bodies = Futures.await(group.calls().stream()
                .map(call -> threads.submit(() -> connections.fetch(work.cancellation(), call)))
                .toList());
        return cpu.call(work.cancellation(), () -> group.combine(bodies));
    }

    @Override
    public void close() {
        Pools.stop(threads);
        connections.close();
    }
}
