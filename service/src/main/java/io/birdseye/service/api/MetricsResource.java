package io.birdseye.service.api;

import io.birdseye.service.observe.Metrics;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;

/** The metrics for Prometheus. */
@Path("/metrics")
public final class MetricsResource {

    private static final String TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8";

    private final Metrics metrics;

    public MetricsResource(Metrics metrics) {
        this.metrics = metrics;
    }

    @GET
    public Response scrape() {
        return Response.ok(metrics.scrape().getBytes(StandardCharsets.UTF_8), TEXT_FORMAT).build();
    }
}
