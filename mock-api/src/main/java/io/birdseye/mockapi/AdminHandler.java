package io.birdseye.mockapi;

import io.birdseye.model.Callers;
import io.birdseye.model.process.SelfReport;
import io.vertx.core.Context;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * The admin API under {@code /__admin/}, where WireMock has its own. What takes time (to set up the JSON mapper, to
 * make bodies) runs on a worker thread, because on the event loop it would delay the answers of the routes.
 */
record AdminHandler(MockState state, Context context) {

    static final String PREFIX = "/__admin/";

    private static final int MAX_BODY_BYTES = 64 * 1024;
    private static final Map<String, String> METHODS = Map.of(
            "health", "GET", "stats", "GET", "process", "GET", "settings", "GET, PUT, DELETE", "delay-error", "GET, DELETE");

    void handle(HttpServerRequest request, String path) {
        if (Callers.isCrossSite(
                request.method().name(), request.getHeader("Sec-Fetch-Site"), request.getHeader(HttpHeaders.ORIGIN),
                request.getHeader(HttpHeaders.HOST))) {
            Answers.closing(request.response(), 403, "a page of another site may not change settings");
            return;
        }
        String page = path.substring(PREFIX.length());
        switch (request.method() + " " + page) {
            case "GET health" -> {
                // Not on the worker thread, which may be busy with new settings.
                request.response().putHeader(HttpHeaders.CONTENT_TYPE, Answers.JSON).end("{\"status\":\"UP\"}");
            }
            case "GET stats" -> answer(request, state::stats);
            case "GET process" -> answer(request, SelfReport::now);
            case "GET settings" -> answer(request, state::settings);
            case "PUT settings" -> upload(request);
            case "DELETE settings" -> answer(request, state::reset);
            case "GET delay-error" -> answer(request, state.delayError()::report);
            case "DELETE delay-error" -> {
                state.delayError().reset();
                request.response().setStatusCode(204).end();
            }
            default -> {
                String allowed = METHODS.get(page);
                if (allowed == null) {
                    String detail = "nothing is at " + path + "; there is health, settings, delay-error, stats, process";
                    Answers.problem(request.response(), 404, detail);
                } else {
                    Answers.notAllowed(request.response(), allowed);
                }
            }
        }
    }

    private void answer(HttpServerRequest request, Callable<Object> report) {
        context.executeBlocking(() -> AdminJson.write(report.call()))
                .onSuccess(json -> {
                    request.response().putHeader(HttpHeaders.CONTENT_TYPE, Answers.JSON).end(json);
                })
                .onFailure(failure -> Answers.failure(request, failure));
    }

    /** New settings: their bytes may come in pieces, and are refused beyond {@link #MAX_BODY_BYTES}. */
    private void upload(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        Buffer body = Buffer.buffer();
        request.handler(piece -> {
            if (body.length() + piece.length() <= MAX_BODY_BYTES) {
                body.appendBuffer(piece);
            } else if (!response.ended()) {
                Answers.closing(response, 413, "settings may have " + MAX_BODY_BYTES + " bytes");
            }
        });
        request.endHandler(end -> {
            if (!response.ended()) {
                String json = body.toString(StandardCharsets.UTF_8);
                answer(request, () -> state.apply(AdminJson.read(json, state.base())));
            }
        });
    }
}
