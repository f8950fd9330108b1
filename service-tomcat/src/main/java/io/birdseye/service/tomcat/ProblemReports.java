package io.birdseye.service.tomcat;

import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.Problem;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What Tomcat refuses by itself gets a problem instead of a page in HTML. Tomcat creates it by name. */
public final class ProblemReports extends ErrorReportValve {

    private static final Logger LOG = LoggerFactory.getLogger(ProblemReports.class);

    @Override
    protected void report(Request request, Response response, @Nullable Throwable failure) {
        if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
            return;
        }
        try {
            byte[] json = Problem.status(response.getStatus()).json(request.getRequestURI());
            response.setContentType(Problem.MEDIA_TYPE);
            response.setHeader(HttpHeaders.CACHE_CONTROL, Exchange.NOT_STORED);
            // Its own encoding is Latin-1 unless the type says another; the document is ASCII but for the path.
            response.setCharacterEncoding(StandardCharsets.UTF_8.name());
            response.getReporter().write(new String(json, StandardCharsets.UTF_8));
            response.finishResponse();
        } catch (IOException | IllegalStateException e) {
            LOG.debug("a refusal could not be written", e);
        }
    }
}
