package io.birdseye.service.overview;

import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.RunClock;
import io.birdseye.service.observe.Totals;
import io.birdseye.service.observe.VirtualThreadWatch;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.upstream.HttpUpstream;
import io.birdseye.strategy.Overloaded;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyInfo;
import io.birdseye.strategy.StrategyPools;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;

/** Answers with the overview of one user, or its trace, by the strategy that the request asks for. */
@Path("/")
public record OverviewResource(
        Strategies strategies, RequestLimits limits, Plan plan, HttpUpstream upstream,
        StrategyPools pools, SharedMemories memories, Totals totals, RunClock clock,
        VirtualThreadWatch virtualThreads) {

    @GET
    @Path("overview")
    public void byQuery(@BeanParam OverviewParameters parameters, @Suspended AsyncResponse response) {
        run(parameters, response, (strategy, overview, timings) -> overview.json());
    }

    @GET
    @Path("overview/{strategy}")
    public void byPath(@BeanParam OverviewParameters parameters, @Suspended AsyncResponse response) {
        byQuery(parameters, response);
    }

    /** Serves an overview like any other, and answers with which thread ran which task, and when. */
    @GET
    @Path("trace/{strategy}")
    public void trace(@BeanParam OverviewParameters parameters, @Suspended AsyncResponse response) {
        Trace trace = new Trace(plan);
        run(parameters, response, trace);
        trace.threadReleased();
    }

    /**
     * Runs the strategy. The response is suspended for every strategy, so that the deadline holds even if a blocking
     * strategy does not react to it. A blocking strategy holds this thread all the same.
     *
     * @throws Overloaded if there is no room for the request
     */
    private void run(OverviewParameters parameters, AsyncResponse response, OverviewRun.Body body) {
        OverviewParameters.Checked request = parameters.check(strategies, limits);
        Exchange exchange = parameters.exchange();
        exchange.strategy(request.strategy().name());
        StrategyPools.Pool pool = enter(request);
        if (pool.entry().info().waiter() == StrategyInfo.Waiter.VIRTUAL_THREAD) {
            virtualThreads.used();
        }
        OverviewRun run;
        try {
            Query query = new Query(
                    request.userId(), request.intFactor(), request.longFactor(),
                    memories.get(request.megabytes(), request.layout()));
            HttpUpstream.ForRequest bodies = upstream.forRequest(exchange.traceContext());
            InstrumentedFanOut fanOut =
                    new InstrumentedFanOut(plan, bodies, query, pool.concurrency(), exchange.cancellation(), clock);
            run = new OverviewRun(exchange, pool, bodies, fanOut, response, body, totals);
        } catch (RuntimeException | Error e) {
            pool.leave();
            throw e;
        }
        run.begin();
    }

    private StrategyPools.Pool enter(OverviewParameters.Checked request) {
        try {
            return pools.enter(request.strategy(), request.budget());
        } catch (Overloaded e) {
            totals.refused(request.strategy().name());
            throw e;
        }
    }
}
