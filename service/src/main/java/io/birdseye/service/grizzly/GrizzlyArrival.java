package io.birdseye.service.grizzly;

import io.birdseye.service.server.Arrival;
import io.birdseye.service.server.ClientDisconnected;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.HttpSettings;
import io.birdseye.service.server.Problem;
import io.birdseye.service.server.Problems;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntConsumer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.ICloseType;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.nio.NIOConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request that Grizzly has suspended. */
record GrizzlyArrival(Request request, Exchange exchange, HttpSettings settings, WaitingAnswers waiting)
        implements Arrival {

    private static final Logger LOG = LoggerFactory.getLogger(GrizzlyArrival.class);

    @Override
    public String path() {
        return request.getRequestURI();
    }

    private NIOConnection connection() {
        return (NIOConnection) request.getContext().getConnection();
    }

    @Override
    public void whenEnded(IntConsumer end) {
        NIOConnection connection = connection();
        CloseListener<Closeable, ICloseType> whenClosed = (closing, type) -> {
            exchange.giveUp(new ClientDisconnected());
            // A client may have read its answer and closed before this side has finished the exchange.
            end.accept(exchange.statusOr(Problems.CLIENT_CLOSED_REQUEST));
        };
        request.addAfterServiceListener(served -> {
            connection.removeCloseListener(whenClosed);
            end.accept(exchange.statusOr(served.getResponse().getStatus()));
            Duration left = settings.deadline().minusNanos(exchange.nanosSinceArrival());
            waiting.add(connection, settings.answerTime().plus(left.isNegative() ? Duration.ZERO : left));
        });
        connection.addCloseListener(whenClosed);
    }

    @Override
    public void cut() {
        connection().terminateSilently();
    }

    @Override
    public void answer(int status, String type, Map<String, String> headers, byte[] body) {
        write(request, exchange, status, type, headers, body);
        request.getContext().resume();
    }

    /** Answers without Jersey. Does nothing if an answer has been started or the client has disconnected. */
    static void write(Request request, Exchange exchange, Problem problem) {
        byte[] json = problem.json(request.getRequestURI());
        write(request, exchange, problem.status(), Problem.MEDIA_TYPE, problem.headers(), json);
    }

    private static void write(
            Request request, Exchange exchange, int status, String type, Map<String, String> headers, byte[] body) {
        Response response = request.getResponse();
        if (response.isCommitted()) {
            return;
        }
        exchange.answering(status);
        try {
            response.reset();
            response.setStatus(status);
            response.setContentType(type);
            response.setContentLength(body.length);
            response.setHeader(HttpHeaders.CACHE_CONTROL, Exchange.NOT_STORED);
            response.setHeader(Exchange.SERVER_TIMING, exchange.serverTiming());
            headers.forEach(response::setHeader);
            response.getOutputStream().write(body);
        } catch (IOException | IllegalStateException e) {
            LOG.debug("an answer could not be written", e);
        }
    }
}
