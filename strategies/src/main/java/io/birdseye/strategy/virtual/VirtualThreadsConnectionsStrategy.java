package io.birdseye.strategy.virtual;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.FanOut;
import io.birdseye.model.Budget;
import io.birdseye.strategy.StrategyInfo;

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
public final class VirtualThreadsConnectionsStrategy extends VirtualThreads {

    private final ConnectionBulkhead connections;

    public VirtualThreadsConnectionsStrategy(Budget budget) {
        this("virtual-threads-connections", budget, budget.ioConcurrency());
    }

    /** @param perHost connections that the client opens to one host */
    VirtualThreadsConnectionsStrategy(String name, Budget budget, int perHost) {
        super(name, budget.cpuConcurrency());
        connections = new ConnectionBulkhead(perHost);
    }

    @Override
    Body fetch(Cancellation request, FanOut.Call call) throws Exception {
        return connections.fetch(request, call);
    }

    @Override
    public void close() {
        super.close();
        connections.close();
    }
}
