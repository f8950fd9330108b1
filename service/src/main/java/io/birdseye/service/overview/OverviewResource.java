package io.birdseye.service.overview;

import io.birdseye.fanout.Overview;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.service.problem.ClientDisconnected;
import io.birdseye.service.problem.Problems;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.ServerTiming;
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

    private final Overviews overviews;

    public OverviewResource(Overviews overviews) {
        this.overviews = overviews;
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
        OverviewRequest request =
                overviews.read(inPath, context.getUriInfo().getQueryParameters(), exchange);
        overviews.start(request, exchange, new JerseyAnswer(exchange, response));
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
