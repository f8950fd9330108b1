package io.birdseye.service.api;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import tools.jackson.databind.json.JsonMapper;

/** Makes JSON answers. Jersey gets the bytes, so it needs no provider for JSON. */
final class JsonAnswer {

    static final JsonMapper MAPPER = new JsonMapper();

    private JsonAnswer() {}

    static Response ok(Object value) {
        return Response.ok(MAPPER.writeValueAsBytes(value), MediaType.APPLICATION_JSON_TYPE)
                .build();
    }
}
