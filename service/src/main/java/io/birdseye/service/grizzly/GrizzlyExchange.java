package io.birdseye.service.grizzly;

import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.HttpHost;
import io.birdseye.service.server.TraceContext;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.function.IntConsumer;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.ICloseType;
import org.glassfish.grizzly.http.io.NIOOutputStream;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.glassfish.grizzly.nio.NIOConnection;

/** A request that Grizzly has suspended. */
final class GrizzlyExchange extends Exchange {

    private final Request request;
    private final Response response;
    private final HttpHost.Settings settings;
    private final WaitingAnswers waiting;
    private volatile boolean events;

    GrizzlyExchange(Request request, HttpHost.Settings settings, WaitingAnswers waiting) {
        super(
                request.getMethod().getMethodString(), request.getRequestURI(),
                TraceContext.of(
                        request.getHeaders(TraceContext.TRACEPARENT), request.getHeaders(TraceContext.TRACESTATE)));
        this.request = request;
        this.response = request.getResponse();
        this.settings = settings;
        this.waiting = waiting;
    }

    private NIOConnection connection() {
        return (NIOConnection) request.getContext().getConnection();
    }

    @Override
    protected void whenEnded(IntConsumer end) {
        NIOConnection connection = connection();
        CloseListener<Closeable, ICloseType> whenClosed = (closing, type) -> left(end);
        request.addAfterServiceListener(served -> {
            connection.removeCloseListener(whenClosed);
            // First, so that a service that ends sees an answer until its client has taken it.
            Duration left = settings.times().deadline().minusNanos(nanosSinceArrival());
            waiting.add(connection, settings.times().answer().plus(left.isNegative() ? Duration.ZERO : left));
            end.accept(statusOr(served.getResponse().getStatus()));
        });
        connection.addCloseListener(whenClosed);
    }

    @Override
    protected boolean mayBegin() {
        return !response.isCommitted();
    }

    @Override
    protected void write(int status, Map<String, String> headers, byte[] body) throws IOException {
        response.reset();
        response.setStatus(status);
        headers.forEach(response::setHeader);
        response.getOutputStream().write(body);
    }

    @Override
    protected void beginEvents(Map<String, String> headers) {
        response.setStatus(200);
        headers.forEach(response::setHeader);
        response.suspend();
        events = true;
    }

    @Override
    protected boolean writeEvent(byte[] event) throws IOException {
        if (connection().getAsyncWriteQueue().spaceInBytes() > 0) {
            return false;
        }
        NIOOutputStream out = response.getNIOOutputStream();
        out.write(event);
        out.flush();
        return true;
    }

    @Override
    protected boolean isConnected() {
        return connection().isOpen();
    }

    @Override
    public void end() {
        if (!events) {
            request.getContext().resume();
        } else if (response.isSuspended()) {
            response.resume();
        }
    }

    @Override
    protected void cut() {
        connection().terminateSilently();
    }
}
