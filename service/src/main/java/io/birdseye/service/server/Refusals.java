package io.birdseye.service.server;

import io.birdseye.service.problem.Problem;
import java.io.IOException;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes problems past Jersey, for requests that do not get as far as that. */
final class Refusals {

    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

    private Refusals() {}

    /** Does nothing if an answer is on its way already, or if nobody is there to read it. */
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
            response.setHeader(ServerTiming.HEADER, ServerTiming.ofTotal(exchange));
            problem.headers().forEach(response::setHeader);
            response.getOutputStream().write(json);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("nobody took a refusal", e);
        }
    }
}
