package io.birdseye.mockapi;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.birdseye.model.TerminalText;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** The answers that are not data. Every refusal is a problem document (RFC 9457). */
final class Answers {

    static final CharSequence JSON = HttpHeaders.createOptimized("application/json; charset=utf-8");

    private static final Logger LOG = System.getLogger(Answers.class.getName());
    private static final CharSequence PROBLEM = HttpHeaders.createOptimized("application/problem+json");

    private record Problem(
            String type, String title, int status, String detail,
            @JsonUnwrapped InvalidSetting.@Nullable Details refused) {}

    private Answers() {}

    /** The status that a setting asks for. Written without the JSON mapper, because it may be every answer of a run. */
    static void status(HttpServerResponse response, int status) {
        response.setStatusCode(status).putHeader(HttpHeaders.CONTENT_TYPE, PROBLEM);
        response.end("{\"type\":\"about:blank\",\"title\":\"" + response.getStatusMessage() + "\",\"status\":" + status
                + ",\"detail\":\"the status that mock-api was told to answer\"}");
    }

    /** Refuses a request of which more may come: nothing of it is read any more. */
    static void closing(HttpServerResponse response, int status, String detail) {
        problem(response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE), status, detail);
    }

    static void problem(HttpServerResponse response, int status, String detail) {
        problem(response, status, detail, null);
    }

    /** A refused setting is a 400; what nobody expected is logged, and is a 500. */
    static void failure(HttpServerRequest request, Throwable failure) {
        if (failure instanceof InvalidSetting refused) {
            problem(request.response(), 400, String.valueOf(refused.getMessage()), refused.details());
        } else {
            LOG.log(Level.ERROR, "a request failed: " + TerminalText.line(request.uri()), failure);
            problem(request.response(), 500, "mock-api failed; its log has the cause");
        }
    }

    static void notAllowed(HttpServerResponse response, String allowed) {
        response.putHeader(HttpHeaders.ALLOW, allowed);
        problem(response, 405, "allowed here: " + allowed);
    }

    private static void problem(
            HttpServerResponse response, int status, String detail, InvalidSetting.@Nullable Details refused) {
        response.setStatusCode(status).putHeader(HttpHeaders.CONTENT_TYPE, PROBLEM);
        response.end(AdminJson.write(new Problem("about:blank", response.getStatusMessage(), status, detail, refused)));
    }
}
