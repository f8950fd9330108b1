package io.birdseye.service.api;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import tools.jackson.databind.json.JsonMapper;

/** Answers with JSON, written past JAX-RS' providers. */
final class Json {

    private static final JsonMapper MAPPER = new JsonMapper();

    private Json() {}

    static Response ok(Object value) {
        byte[] json = MAPPER.writeValueAsBytes(value);
        return Response.ok(json, MediaType.APPLICATION_JSON_TYPE)
                .header(HttpHeaders.CONTENT_LENGTH, json.length)
                .build();
    }
}
