package io.birdseye.service.api;

import io.birdseye.service.problem.Problems;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;

/** Tells an orchestrator whether the process lives, and whether to send it requests. */
@Path("/health")
public final class HealthResource {

    /** Not written by a JSON library, so that the first probe does not wait for one to be loaded. */
    private static final byte[] UP = "{\"status\":\"UP\"}".getBytes(StandardCharsets.US_ASCII);

    private final BooleanSupplier draining;

    /** @param draining whether the service refuses new requests */
    public HealthResource(BooleanSupplier draining) {
        this.draining = draining;
    }

    @GET
    @Path("live")
    public Response live() {
        return Response.ok(UP, MediaType.APPLICATION_JSON_TYPE).build();
    }

    @GET
    @Path("ready")
    public Response ready() {
        if (draining.getAsBoolean()) {
            throw Problems.shuttingDown();
        }
        return live();
    }
}
