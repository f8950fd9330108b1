package io.birdseye.service.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.birdseye.service.observe.Metrics;
import io.birdseye.service.observe.ProcessUsage;
import io.birdseye.service.observe.Totals;
import io.birdseye.service.overview.StrategyPools;
import io.birdseye.service.server.Problems;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Health for an orchestrator, metrics for Prometheus, and the resources used in the window of a load test.
 *
 * @param draining whether the service refuses new requests
 */
@Path("/")
public record OperationsResource(
        BooleanSupplier draining, ProcessUsage process, Metrics metrics, Totals totals, StrategyPools pools) {

    /** Not written by a JSON library, so that the first probe does not wait for one to be loaded. */
    private static final byte[] UP = "{\"status\":\"UP\"}".getBytes(StandardCharsets.US_ASCII);

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    /** @param tasks since the last reset; all other sums are since the start */
    record Resources(
            @JsonUnwrapped ProcessUsage.Snapshot process,
            Totals.Requests requests,
            List<Totals.Task> tasks,
            List<StrategyPools.Reached> concurrency) {}

    /** Whether the process lives. */
    @GET
    @Path("health/live")
    public Response live() {
        return Response.ok(UP, MediaType.APPLICATION_JSON_TYPE).build();
    }

    /** Whether to send it requests. */
    @GET
    @Path("health/ready")
    public Response ready() {
        if (draining.getAsBoolean()) {
            throw Problems.shuttingDown();
        }
        return live();
    }

    @GET
    @Path("metrics")
    public Response scrape() {
        return Response.ok(metrics.scrape().getBytes(StandardCharsets.UTF_8), PROMETHEUS).build();
    }

    @GET
    @Path("internal/resources")
    public Response resources() {
        Resources resources =
                new Resources(process.snapshot(), totals.requests(), totals.tasksSinceReset(), pools.reached());
        return Response.ok(resources, MediaType.APPLICATION_JSON_TYPE).build();
    }

    /** Starts a new window: resets peaks and task sums. */
    @POST
    @Path("internal/resources/reset")
    public Response reset() {
        process.resetPeaks();
        pools.resetPeaks();
        totals.resetTasks();
        return Response.noContent().build();
    }
}
