package io.birdseye.service.api;

import io.birdseye.service.problem.ShuttingDown;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Tells an orchestrator whether the process lives, and whether to send it requests. */
@Path("/health")
public final class HealthResource {

    private final BooleanSupplier draining;

    /** @param draining whether the service takes no more requests */
    public HealthResource(BooleanSupplier draining) {
        this.draining = draining;
    }

    @GET
    @Path("live")
    public Response live() {
        return Json.ok(Map.of("status", "UP"));
    }

    @GET
    @Path("ready")
    public Response ready() {
        if (draining.getAsBoolean()) {
            throw new ShuttingDown();
        }
        return Json.ok(Map.of("status", "UP"));
    }
}
