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
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.MediaType;

/** Answers with the overview of one user, or its trace, by the strategy that the request asks for. */
@Path("/")
public record OverviewResource(
        Strategies strategies, RequestLimits limits, Plan plan, HttpUpstream upstream,
        StrategyPools pools, SharedMemories memories, Totals totals, RunClock clock,
        VirtualThreadWatch virtualThreads) {

    @GET
    @Path("overview")
    @Operation(
            operationId = "overviewByQuery", tags = "overviews",
            summary = "The overview of one user, with the strategy as a query parameter")
    @ApiResponse(responseCode = "200", ref = "Overview")
    public void byQuery(@BeanParam OverviewParameters parameters, @Suspended AsyncResponse response) {
        run(parameters, response, (strategy, overview, timings) -> overview.json());
    }

    @GET
    @Path("overview/{strategy}")
    @Operation(
            operationId = "overview", tags = "overviews",
            summary = "The overview of one user, with the strategy in the path")
    @ApiResponse(responseCode = "200", ref = "Overview")
    public void byPath(@BeanParam OverviewParameters parameters, @Suspended AsyncResponse response) {
        byQuery(parameters, response);
    }

    /** Serves an overview like any other, and answers with which thread ran which task, and when. */
    @GET
    @Path("trace/{strategy}")
    @Operation(
            operationId = "trace", tags = "overviews",
            summary = "Serves an overview and answers with which thread ran which task, and when")
    @ApiResponse(
            responseCode = "200", description = "The trace; its property answer is what /overview would have answered",
            content = @Content(
                    mediaType = MediaType.APPLICATION_JSON, schema = @Schema(implementation = Trace.Document.class)))
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
