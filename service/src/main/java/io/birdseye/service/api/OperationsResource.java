package io.birdseye.service.api;

import io.birdseye.model.process.SelfReport;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.service.observe.Metrics;
import io.birdseye.service.observe.ProcessUsage;
import io.birdseye.service.observe.Totals;
import io.birdseye.service.upstream.HttpUpstream;
import io.birdseye.strategy.StrategyPools;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;

/** Metrics for Prometheus, and the resources used in the window of a load test. A thread is reserved for them. */
@Path("/")
public record OperationsResource(
        ProcessUsage process, Metrics metrics, Totals totals, StrategyPools pools, HttpUpstream upstream) {

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    @GET
    @Path("metrics")
    public Response scrape() {
        String metrics = this.metrics.scrape(pools, upstream.connections());
        return Response.ok(metrics.getBytes(StandardCharsets.UTF_8), PROMETHEUS).build();
    }

    @GET
    @Path("internal/resources")
    public Response resources() {
        ServiceUse use = new ServiceUse(process.snapshot(), ProcessUsage.jvm(), totals.requests(), totals.tasksSinceReset(),
                pools.reached(), totals.poolsSinceReset(), metrics.virtualThreads().snapshot());
        return Response.ok(use, MediaType.APPLICATION_JSON_TYPE).build();
    }

    /** For a load test on another machine, which cannot read this one's {@code /proc}. */
    @GET
    @Path("internal/process")
    public Response selfReport() {
        return Response.ok(SelfReport.now(), MediaType.APPLICATION_JSON_TYPE).build();
    }

    /** Starts a new window: resets peaks and task sums. */
    @POST
    @Path("internal/resources/reset")
    public Response reset() {
        process.resetPeaks();
        metrics.virtualThreads().resetPeak();
        pools.resetPeaks();
        totals.resetTasks();
        return Response.noContent().build();
    }
}
