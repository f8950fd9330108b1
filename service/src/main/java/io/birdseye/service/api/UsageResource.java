package io.birdseye.service.api;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.birdseye.service.observe.Metrics;
import io.birdseye.service.observe.ProcessUsage;
import io.birdseye.service.observe.Totals;
import io.birdseye.service.overview.StrategyPools;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What the process has used and where the time of its requests went: for Prometheus, and for a load test's window. */
@Path("/")
public final class UsageResource {

    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final ProcessUsage process = new ProcessUsage();
    private final Metrics metrics;
    private final Totals totals;
    private final StrategyPools pools;

    public UsageResource(Metrics metrics, Totals totals, StrategyPools pools) {
        this.metrics = metrics;
        this.totals = totals;
        this.pools = pools;
    }

    /** @param tasks since the last reset; all other sums are since the start */
    record Resources(
            @JsonUnwrapped ProcessUsage.Snapshot process,
            Totals.Requests requests,
            List<Totals.Task> tasks,
            List<StrategyPools.Reached> concurrency) {}

    @GET
    @Path("metrics")
    public Response metrics() {
        return Response.ok(metrics.scrape().getBytes(StandardCharsets.UTF_8), PROMETHEUS).build();
    }

    @GET
    @Path("internal/resources")
    public Response read() {
        return Json.ok(new Resources(
                process.snapshot(), totals.requests(), totals.tasksSinceReset(), pools.reached()));
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
