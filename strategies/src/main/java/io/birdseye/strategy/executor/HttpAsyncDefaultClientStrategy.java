package io.birdseye.strategy.executor;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.concurrent.CompletionStage;

/**
 * The naive form of {@link HttpAsyncStrategy}: nobody has configured the non-blocking client, so it has the default of
 * OkHttp's dispatcher for enqueued calls and of Apache HttpClient's async client, {@value #PER_HOST} calls to one host.
 * Further calls wait in the client's queue, in order. No thread waits, so a thread dump shows nothing.
 */
@StrategyInfo(
        name = "http-async-default-client",
        summary = "naive: http-async with a client that has its default of 5 calls to a host",
        waits = "nobody; calls wait in the client's queue for one of five places",
        waiter = StrategyInfo.Waiter.NOBODY,
        source = "OkHttp documentation of Dispatcher.maxRequestsPerHost; Apache HttpClient 5,"
                + " PoolingAsyncClientConnectionManager.DEFAULT_MAX_CONNECTIONS_PER_ROUTE",
        takeWhen = "never: http-async is the same with a client whose limit is the budget",
        avoidWhen = "more than five calls should be on the wire at once",
        pools = @StrategyInfo.Pool(name = "http-async-default-client-cpu", cpu = true),
        hiddenLimit = "5 calls at once: calls to one host that OkHttp's dispatcher runs, and connections that Apache"
                + " HttpClient 5 opens to it, by default",
        limits = StrategyInfo.Limit.HIDDEN_DEFAULT,
        simplicity = @StrategyInfo.Simplicity(rank = 320, why = "stages, and a limit of 5 calls in the client's queue, where no thread waits"),
        origin = StrategyInfo.Origin.TODAY)
public final class HttpAsyncDefaultClientStrategy implements Strategy.Async {

    /** Tests of modules that have these libraries compare it with theirs. */
    public static final int PER_HOST = 5;

    private final HttpAsyncStrategy configured;

    public HttpAsyncDefaultClientStrategy(Budget budget) {
        configured = new HttpAsyncStrategy("http-async-default-client-cpu", bounded(budget));
    }

    /** A budget below the default holds all the same. */
    private static Budget bounded(Budget budget) {
        return new Budget(Math.min(PER_HOST, budget.ioConcurrency()), budget.cpuConcurrency(), budget.maxInFlight());
    }

    public static Topology topology(Budget budget, Shape shape) {
        return Topology.twoPools(bounded(budget));
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        return configured.run(work);
    }

    @Override
    public void close() {
        configured.close();
    }
}
