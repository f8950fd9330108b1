package io.birdseye.service.api;

import io.birdseye.service.overview.RequestLimits;
import io.birdseye.strategy.Strategies;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Serves the file {@code openapi.json}, in which it replaces the default limits by those of this service. */
@Path("/openapi.json")
public final class OpenApiResource {

    private final Strategies strategies;
    private final RequestLimits limits;

    public OpenApiResource(Strategies strategies, RequestLimits limits) {
        this.strategies = strategies;
        this.limits = limits;
    }

    @GET
    public Response describe() {
        JsonNode document = JsonAnswer.MAPPER.readTree(OpenApiResource.class.getResourceAsStream("openapi.json"));
        ArrayNode names = schema(document, "Strategy").putArray("enum");
        strategies.names().forEach(names::add);
        schema(document, "IoPoolSize").put("maximum", limits.maxIo());
        schema(document, "CpuPoolSize").put("maximum", limits.maxCpu());
        schema(document, "MaxInFlight").put("maximum", limits.maxInFlight());
        ObjectNode memory = schema(document, "SharedMemory").put("default", limits.memorySizes().byDefault());
        ArrayNode sizes = memory.putArray("enum");
        limits.memorySizes().ranges().forEach(range -> sizes.add(range.from()));
        if (limits.memorySizes().ranges().stream().anyMatch(range -> range.from() != range.to())) {
            memory.remove("enum");
        }
        return JsonAnswer.ok(document);
    }

    private static ObjectNode schema(JsonNode document, String name) {
        return (ObjectNode) document.get("components").get("schemas").get(name);
    }
}
