package io.birdseye.mockapi;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;

/** The answers that are not data. Every refusal is a problem document (RFC 9457). */
final class Answers {

    static final CharSequence JSON = HttpHeaders.createOptimized("application/json; charset=utf-8");

    private static final CharSequence PROBLEM = HttpHeaders.createOptimized("application/problem+json");

    private Answers() {}

    static void json(HttpServerResponse response, JsonObject body) {
        response.putHeader(HttpHeaders.CONTENT_TYPE, JSON).end(body.toBuffer());
    }

    static void problem(HttpServerResponse response, int status, String detail) {
        problem(response, status, new JsonObject().put("detail", detail));
    }

    static void refuse(HttpServerResponse response, InvalidSetting refused) {
        problem(
                response,
                400,
                new JsonObject()
                        .put("detail", refused.getMessage())
                        .put("field", refused.field())
                        .put("value", refused.value())
                        .put("allowed", refused.allowed()));
    }

    static void notAllowed(HttpServerResponse response, String allowed) {
        response.putHeader(HttpHeaders.ALLOW, allowed);
        problem(response, 405, "allowed here: " + allowed);
    }

    private static void problem(HttpServerResponse response, int status, JsonObject members) {
        response.setStatusCode(status);
        JsonObject body = new JsonObject()
                .put("type", "about:blank")
                .put("title", response.getStatusMessage())
                .put("status", status)
                .mergeIn(members);
        response.putHeader(HttpHeaders.CONTENT_TYPE, PROBLEM).end(body.toBuffer());
    }
}
