package io.birdseye.service.server;

import io.birdseye.service.problem.ShuttingDown;
import io.birdseye.strategy.Overloaded;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.http.io.NIOOutputStream;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events, one each second for everybody who listens (WHATWG HTML, section 9.2). A listener holds a
 * connection and no thread: writes do not block, and one who reads too slowly misses events. Nothing is done while
 * nobody listens.
 */
final class EventStream implements AutoCloseable {

    static final String PATH = "/events";

    static final int MOST_LISTENERS = 16;

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);
    private static final long MILLIS_BETWEEN = 1_000;

    private final ScheduledExecutorService timer;
    private final LiveSource source;
    private final List<Listener> listeners = new ArrayList<>();
    private @Nullable ScheduledFuture<?> ticking;
    private boolean closed;

    private record Listener(Request request, Response response, NIOOutputStream out) {

        /** False if the listener is gone. */
        boolean send(byte[] event) {
            if (!request.getContext().getConnection().isOpen()) {
                return false;
            }
            try {
                if (out.canWrite()) {
                    out.write(event);
                    out.flush();
                }
                return true;
            } catch (IOException | IllegalStateException e) {
                LOG.debug("a listener left in the middle of an event", e);
                return false;
            }
        }

        void end() {
            if (response.isSuspended()) {
                response.resume();
            }
        }
    }

    /** @param timer runs short tasks only */
    EventStream(ScheduledExecutorService timer, LiveSource source) {
        this.timer = timer;
        this.source = source;
    }

    /**
     * Takes in a listener; its request ends when it leaves or the service stops.
     *
     * @throws Overloaded if there are as many as there may be
     * @throws ShuttingDown after {@link #close}
     */
    synchronized void open(Request request, Response response, Exchange exchange) {
        if (closed) {
            throw new ShuttingDown();
        }
        listeners.removeIf(listener -> !listener.request().getContext().getConnection().isOpen());
        if (listeners.size() >= MOST_LISTENERS) {
            throw new Overloaded(MOST_LISTENERS + " listeners are there already, as many as there may be");
        }
        // From here on it is answered: neither the deadline nor a client that leaves is a failure.
        exchange.answering(200);
        response.setStatus(200);
        response.setContentType("text/event-stream");
        response.setCharacterEncoding("utf-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader(ServerTiming.HEADER, ServerTiming.ofTotal(exchange));
        response.suspend();
        Listener listener = new Listener(request, response, response.getNIOOutputStream());
        listeners.add(listener);
        listener.send("retry: 2000\n\n".getBytes(StandardCharsets.US_ASCII));
        if (ticking == null) {
            source.begin();
            ticking = timer.scheduleAtFixedRate(this::tick, MILLIS_BETWEEN, MILLIS_BETWEEN, TimeUnit.MILLISECONDS);
        }
    }

    private synchronized void tick() {
        if (closed) {
            return;
        }
        byte[] event = ("data: " + source.next() + "\n\n").getBytes(StandardCharsets.UTF_8);
        for (Iterator<Listener> all = listeners.iterator(); all.hasNext(); ) {
            Listener listener = all.next();
            if (!listener.send(event)) {
                all.remove();
                listener.end();
            }
        }
        if (listeners.isEmpty()) {
            stopTicking();
        }
    }

    private void stopTicking() {
        if (ticking != null) {
            ticking.cancel(false);
            ticking = null;
            source.end();
        }
    }

    /** Ends the requests of all listeners, so that nobody has to wait for them. */
    @Override
    public synchronized void close() {
        closed = true;
        stopTicking();
        listeners.forEach(Listener::end);
        listeners.clear();
    }
}
