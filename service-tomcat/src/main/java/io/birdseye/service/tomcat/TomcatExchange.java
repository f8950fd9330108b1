package io.birdseye.service.tomcat;

import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.Problem;
import io.birdseye.service.server.TraceContext;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntConsumer;
import org.glassfish.jersey.server.ContainerException;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request that Tomcat's thread has left. Jersey writes what it answers here, on the thread that answers. It has an end of
 * its own: Tomcat waits for it without a timeout.
 */
final class TomcatExchange extends Exchange implements WriteListener, ContainerResponseWriter {

    private static final Logger LOG = LoggerFactory.getLogger(TomcatExchange.class);

    private final HttpServletRequest request;
    private final HttpServletResponse response;
    private final AsyncContext async;
    private final AtomicBoolean ended = new AtomicBoolean();

    /** A client of events is known to have left when an event cannot be written. */
    private volatile boolean failed;

    TomcatExchange(HttpServletRequest request, HttpServletResponse response) {
        super(
                request.getMethod(), request.getRequestURI(),
                TraceContext.of(
                        Collections.list(request.getHeaders(TraceContext.TRACEPARENT)),
                        Collections.list(request.getHeaders(TraceContext.TRACESTATE))));
        this.request = request;
        this.response = response;
        async = request.startAsync(request, response);
        async.setTimeout(0);
    }

    HttpServletRequest request() {
        return request;
    }

    /** Sends nothing yet. The stream throws an exception if the client has left. */
    @Override
    public OutputStream writeResponseStatusAndHeaders(long contentLength, ContainerResponse answer) {
        response.setStatus(answer.getStatus());
        answer.getStringHeaders().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        try {
            return new Unclosed(response.getOutputStream());
        } catch (IOException e) {
            throw new ContainerException(e);
        }
    }

    /** The service has deadlines of its own. */
    @Override
    public boolean suspend(long timeOut, TimeUnit timeUnit, TimeoutHandler timeoutHandler) {
        return true;
    }

    @Override
    public void setSuspendTimeout(long timeOut, TimeUnit timeUnit) {}

    @Override
    public void commit() {
        end();
    }

    @Override
    public void failure(Throwable error) {
        answer(Problem.of(error));
    }

    /** Answers are whole arrays, whose length is known. */
    @Override
    public boolean enableResponseBuffering() {
        return false;
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
    protected boolean mayBegin() {
        return !ended.get() && !response.isCommitted();
    }

    @Override
    protected void write(int status, Map<String, String> headers, byte[] body) throws IOException {
        response.resetBuffer();
        response.setStatus(status);
        headers.forEach(response::setHeader);
        response.getOutputStream().write(body);
    }

    @Override
    protected void beginEvents(Map<String, String> headers) throws IOException {
        response.setStatus(200);
        headers.forEach(response::setHeader);
        response.getOutputStream().setWriteListener(this);
    }

    @Override
    protected boolean writeEvent(byte[] event) throws IOException {
        ServletOutputStream out = response.getOutputStream();
        if (!out.isReady()) {
            return false;
        }
        out.write(event);
        if (out.isReady()) {
            out.flush();
        }
        return true;
    }

    @Override
    protected boolean isConnected() {
        return !failed;
    }

    /** The next event asks. */
    @Override
    public void onWritePossible() {}

    @Override
    public void onError(Throwable failure) {
        failed = true;
    }

    /** Writes what is buffered here: Tomcat would do it on a thread that reads requests. */
    @Override
    public void end() {
        if (ended.compareAndSet(false, true)) {
            try {
                response.flushBuffer();
            } catch (IOException | IllegalStateException e) {
                LOG.debug("an answer could not be written", e);
            }
            try {
                async.complete();
            } catch (IllegalStateException e) {
                LOG.debug("Tomcat has ended the request", e);
            }
        }
    }

    @Override
    protected void whenEnded(IntConsumer end) {
        async.addListener(new AsyncListener() {
            @Override
            public void onComplete(AsyncEvent event) {
                left(end);
            }

            @Override
            public void onError(AsyncEvent event) {
                left(end);
                end();
            }

            // There is no timeout, and it is started once.
            @Override
            public void onTimeout(AsyncEvent event) {}

            @Override
            public void onStartAsync(AsyncEvent event) {}
        });
    }

    /** Tomcat ends a connection whose client takes nothing by itself, after its connection timeout. */
    @Override
    protected void cut() {
        failed = true;
    }
}
