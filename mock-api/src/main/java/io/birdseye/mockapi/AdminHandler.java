package io.birdseye.mockapi;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;

/** The live controls under {@code /__admin/}, where WireMock has its own. */
final class AdminHandler {

    static final String PREFIX = "/__admin/";

    private static final int MAX_BODY_BYTES = 64 * 1024;

    private final MockState state;

    AdminHandler(MockState state) {
        this.state = state;
    }

    void handle(HttpServerRequest request, String path) {
        HttpServerResponse response = request.response();
        switch (path.substring(PREFIX.length())) {
            case "health" -> {
                if (request.method().equals(HttpMethod.GET)) {
                    Answers.json(response, new JsonObject().put("status", "UP"));
                } else {
                    Answers.notAllowed(response, "GET");
                }
            }
            case "settings" -> settings(request);
            case "delay-error" -> delayError(request);
            case "stats" -> {
                if (request.method().equals(HttpMethod.GET)) {
                    Answers.json(response, state.stats());
                } else {
                    Answers.notAllowed(response, "GET");
                }
            }
            default -> Answers.problem(
                    response, 404, "nothing is at " + path + "; there is health, settings, delay-error, stats");
        }
    }

    private void settings(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        if (request.method().equals(HttpMethod.GET)) {
            Answers.json(response, SettingsWriter.write(state.settings()));
        } else if (request.method().equals(HttpMethod.PUT)) {
            new Upload(request).receive();
        } else if (request.method().equals(HttpMethod.DELETE)) {
            state.reset();
            Answers.json(response, SettingsWriter.write(state.settings()));
        } else {
            Answers.notAllowed(response, "GET, PUT, DELETE");
        }
    }

    private void delayError(HttpServerRequest request) {
        HttpServerResponse response = request.response();
        if (request.method().equals(HttpMethod.GET)) {
            Answers.json(response, state.delayError().report());
        } else if (request.method().equals(HttpMethod.DELETE)) {
            state.delayError().reset();
            response.setStatusCode(204).end();
        } else {
            Answers.notAllowed(response, "GET, DELETE");
        }
    }

    /** New settings on their way in; they may come in pieces, but not for ever. */
    private final class Upload {

        private final HttpServerRequest request;
        private final Buffer body = Buffer.buffer();

        Upload(HttpServerRequest request) {
            this.request = request;
        }

        void receive() {
            request.handler(this::add).endHandler(end -> apply());
        }

        private void add(Buffer piece) {
            if (body.length() + piece.length() <= MAX_BODY_BYTES) {
                body.appendBuffer(piece);
            } else if (!request.response().ended()) {
                request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
                Answers.problem(request.response(), 413, "settings may have " + MAX_BODY_BYTES + " bytes");
            }
        }

        private void apply() {
            if (request.response().ended()) {
                return;
            }
            try {
                state.apply(SettingsReader.read(body.toString(StandardCharsets.UTF_8), state.settings()));
                Answers.json(request.response(), SettingsWriter.write(state.settings()));
            } catch (InvalidSetting refused) {
                Answers.refuse(request.response(), refused);
            }
        }
    }
}
