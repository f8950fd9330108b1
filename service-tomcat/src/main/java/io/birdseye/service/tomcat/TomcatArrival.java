package io.birdseye.service.tomcat;

import io.birdseye.service.server.Arrival;
import io.birdseye.service.server.ClientDisconnected;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.Problems;
import io.birdseye.service.server.TraceContext;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A request that Tomcat's thread has left. It has an end of its own: Tomcat waits for it without a timeout. */
record TomcatArrival(
        HttpServletRequest request, HttpServletResponse response, AsyncContext async, Exchange exchange,
        AtomicBoolean ended) implements Arrival {

    private static final Logger LOG = LoggerFactory.getLogger(TomcatArrival.class);

    static TomcatArrival of(HttpServletRequest request, HttpServletResponse response) {
        AsyncContext async = request.startAsync(request, response);
        async.setTimeout(0);
        Exchange exchange = new Exchange(
                request.getMethod(), request.getRequestURI(),
                TraceContext.of(
                        Collections.list(request.getHeaders(TraceContext.TRACEPARENT)),
                        Collections.list(request.getHeaders(TraceContext.TRACESTATE))));
        return new TomcatArrival(request, response, async, exchange, new AtomicBoolean());
    }

    @Override
    public String path() {
        return exchange.path();
    }

    /** Sends nothing yet. The stream throws an exception if the client has left. */
    OutputStream begin(int status, Map<String, List<String>> headers) throws IOException {
        response.setStatus(status);
        headers.forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        return new Unclosed(response.getOutputStream());
    }

    /** Jersey closes its stream when it has ended the request; by then Tomcat's may be another request's. */
    private static final class Unclosed extends OutputStream {

        private final OutputStream out;

        Unclosed(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int one) throws IOException {
            out.write(one);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            out.write(bytes, from, length);
        }
    }

    @Override
    public void answer(int status, String type, Map<String, String> headers, byte[] body) {
        if (ended.get() || response.isCommitted()) {
            end();
            return;
        }
        exchange.answering(status);
        try {
            response.resetBuffer();
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
        end();
    }

    /** Writes what is buffered here: Tomcat would do it on a thread that reads requests. */
    void end() {
        if (ended.compareAndSet(false, true)) {
            try {
                response.flushBuffer();
            } catch (IOException | IllegalStateException e) {
                LOG.debug("an answer could not be written", e);
            }
            complete();
        }
    }

    private void complete() {
        try {
            async.complete();
        } catch (IllegalStateException e) {
            LOG.debug("Tomcat has ended the request", e);
        }
    }

    @Override
    public void whenEnded(IntConsumer end) {
        async.addListener(new AsyncListener() {
            @Override
            public void onComplete(AsyncEvent event) {
                end.accept(exchange.statusOr(Problems.CLIENT_CLOSED_REQUEST));
            }

            @Override
            public void onError(AsyncEvent event) {
                exchange.giveUp(new ClientDisconnected());
                end.accept(exchange.statusOr(Problems.CLIENT_CLOSED_REQUEST));
                end();
            }

            @Override
            public void onTimeout(AsyncEvent event) {
                // There is none.
            }

            @Override
            public void onStartAsync(AsyncEvent event) {
                // It is started once.
            }
        });
    }

    /** Tomcat ends a connection whose client takes nothing by itself, after its connection timeout. */
    @Override
    public void cut() {
        // Not before.
    }
}
