package io.birdseye.service.server;

import io.birdseye.service.problem.Problem;
import java.io.IOException;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes problems without Jersey, for requests that do not reach it. */
final class Refusals {

    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    private Refusals() {}

    /** Does nothing if an answer has been started or the client has disconnected. */
    static void write(Request request, Exchange exchange, Problem problem) {
        Response response = request.getResponse();
        if (response.isCommitted()) {
            return;
        }
        exchange.answering(problem.status());
        byte[] json = problem.json(request.getRequestURI());
        try {
            response.reset();
            response.setStatus(problem.status());
            response.setContentType(Problem.MEDIA_TYPE);
            response.setContentLength(json.length);
            response.setHeader(Exchange.SERVER_TIMING, exchange.serverTiming());
            problem.headers().forEach(response::setHeader);
            response.getOutputStream().write(json);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("a refusal could not be written", e);
        }
    }
}
