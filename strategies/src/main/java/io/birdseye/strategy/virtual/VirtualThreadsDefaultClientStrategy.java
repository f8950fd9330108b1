package io.birdseye.strategy.virtual;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.concurrent.CompletionStage;

/**
 * The naive form of {@link VirtualThreadsConnectionsStrategy}: nobody has sized the client's connection pool, so it has
 * Apache HttpClient's default of {@value #PER_HOST} connections for a host. Whatever the I/O budget allows, no more calls
 * are on the wire, and thousands of cheap threads wait for them. Nothing fails and nothing is logged.
 */
@StrategyInfo(
        name = "virtual-threads-default-client",
        summary = "naive: a virtual thread for every task, and a client with its default of 5 connections for a host",
        waits = "virtual threads for one of five connections, for the calls and for one another",
        waiter = StrategyInfo.Waiter.VIRTUAL_THREAD,
        source = "Apache HttpClient 5, PoolingHttpClientConnectionManager.DEFAULT_MAX_CONNECTIONS_PER_ROUTE",
        takeWhen = "never: virtual-threads-connections is the same with a pool of the size of the budget",
        avoidWhen = "more than five calls should be on the wire at once",
        hiddenLimit = "5 calls at once: connections that Apache HttpClient 5 opens to one host by default",
        limits = StrategyInfo.Limit.HIDDEN_DEFAULT,
        simplicity = @StrategyInfo.Simplicity(rank = 310, why = "simple, but nobody chose its limit of 5 calls, and nothing shows it"),
        origin = StrategyInfo.Origin.TODAY)
public final class VirtualThreadsDefaultClientStrategy implements Strategy.Async {

    /** A test of the service compares it with the library's. */
    public static final int PER_HOST = 5;

    private final VirtualThreadsConnectionsStrategy sized;

    public VirtualThreadsDefaultClientStrategy(Budget budget) {
        sized = new VirtualThreadsConnectionsStrategy("virtual-threads-default-client", budget, perHost(budget));
    }

    /** A budget below the default holds all the same. */
    private static int perHost(Budget budget) {
        return Math.min(PER_HOST, budget.ioConcurrency());
    }

    public static Topology topology(Budget budget, Shape shape) {
        return Topology.twoPools(new Budget(perHost(budget), budget.cpuConcurrency(), budget.maxInFlight()));
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        return sized.run(work);
    }

    @Override
    public void close() {
        sized.close();
    }
}
