package io.birdseye.service.overview;

import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.fanout.Upstream;
import io.birdseye.service.observe.RequestCounts;
import io.birdseye.service.observe.TaskSums;
import io.birdseye.service.pools.SharedMemories;
import io.birdseye.service.pools.StrategyPools;
import io.birdseye.service.pools.StrategyPools.Lease;
import io.birdseye.service.problem.ClientDisconnected;
import io.birdseye.service.problem.Problems;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.ServerTiming;
import io.birdseye.strategy.Overloaded;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers with the overview of one user, through the strategy that the request asks for. */
@Path("/overview")
public final class OverviewResource {

    private final OverviewParameters parameters;
    private final StrategyPools pools;
    private final SharedMemories memories;
    private final Plan plan;
    private final Upstream upstream;
    private final RequestCounts counts;
    private final TaskSums sums;

    public OverviewResource(
            OverviewParameters parameters,
            StrategyPools pools,
            SharedMemories memories,
            Plan plan,
            Upstream upstream,
            RequestCounts counts,
            TaskSums sums) {
        this.parameters = parameters;
        this.pools = pools;
        this.memories = memories;
        this.plan = plan;
        this.upstream = upstream;
        this.counts = counts;
        this.sums = sums;
    }

    @GET
    public void byQuery(@Context ContainerRequestContext context, @Suspended AsyncResponse response) {
        serve(null, context, response);
    }

    @GET
    @Path("{strategy}")
    public void byPath(
            @PathParam("strategy") String strategy,
            @Context ContainerRequestContext context,
            @Suspended AsyncResponse response) {
        serve(strategy, context, response);
    }

    /**
     * The response is suspended for every strategy, so that the deadline is kept to also if a blocking one does not
     * react to it. A blocking strategy holds this thread all the same.
     */
    private void serve(@Nullable String inPath, ContainerRequestContext context, AsyncResponse response) {
        Exchange exchange = (Exchange) context.getProperty(Exchange.PROPERTY);
        OverviewRequest request = parameters.read(inPath, context.getUriInfo().getQueryParameters());
        exchange.strategy(request.strategy().name());
        start(request, exchange, new JerseyAnswer(exchange, response));
    }

    private void start(OverviewRequest request, Exchange exchange, OverviewRun.Answer answer) {
        Lease lease;
        try {
            lease = pools.enter(request.strategy(), request.budget());
        } catch (Overloaded e) {
            counts.refused();
            throw e;
        }
        try {
            Query query = new Query(
                    request.userId(),
                    request.intFactor(),
                    request.longFactor(),
                    memories.get(request.megabytes(), request.layout()));
            Concurrency concurrency = lease.concurrency();
            InstrumentedFanOut fanOut =
                    new InstrumentedFanOut(plan, upstream, query, concurrency, exchange.cancellation());
            new OverviewRun(exchange, lease, fanOut, answer, counts, sums).start();
        } catch (RuntimeException e) {
            lease.close();
            throw e;
        }
    }

    /** Hands the outcome to Jersey: an overview as bytes that it need not look at, a failure as a problem. */
    private record JerseyAnswer(Exchange exchange, AsyncResponse response) implements OverviewRun.Answer {

        @Override
        public void send(Overview overview, List<TaskTiming> timings) {
            response.resume(Response.ok(overview.json(), MediaType.APPLICATION_JSON_TYPE)
                    .header(ServerTiming.HEADER, ServerTiming.of(timings, exchange))
                    .build());
        }

        @Override
        public void fail(Throwable failure, List<TaskTiming> timings) {
            if (failure instanceof ClientDisconnected) {
                return;
            }
            response.resume(Response.status(500)
                    .entity(Problems.of(failure))
                    .header(ServerTiming.HEADER, ServerTiming.of(timings, exchange))
                    .build());
        }
    }
}
