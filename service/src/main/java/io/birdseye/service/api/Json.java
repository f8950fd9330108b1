package io.birdseye.service.api;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import tools.jackson.databind.json.JsonMapper;

/** Answers with JSON, written past JAX-RS' providers. */
final class Json {

    private static final JsonMapper MAPPER = new JsonMapper();

    private Json() {}

    static Response ok(Object value) {
        return Response.ok(MAPPER.writeValueAsBytes(value), MediaType.APPLICATION_JSON_TYPE)
                .build();
    }
}
