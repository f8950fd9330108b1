package io.birdseye.service.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.http.io.NIOOutputStream;
import org.glassfish.grizzly.http.server.Request;
import org.glassfish.grizzly.http.server.Response;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events (WHATWG HTML, section 9.2): one each second for all listeners. A listener holds a connection and
 * no thread: writes do not block, and a listener that reads too slowly misses events. Without listeners it costs
 * nothing.
 */
public final class EventStream implements AutoCloseable {

    static final String PATH = "/events";

    private static final int MOST_LISTENERS = 16;

    /** Events in a row that a listener may be too slow for; then it is no listener any more. */
    private static final int MOST_MISSED = 10;

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    private final ScheduledExecutorService timer;
    private final Source source;
    private final List<Listener> listeners = new ArrayList<>();
    private @Nullable ScheduledFuture<?> ticking;
    private boolean closed;

    /** Makes the events, between the arrival of the first listener and the departure of the last one. */
    public interface Source {

        void begin();

        /** What happened since the last call, as one line; must be quick. */
        String next();

        void end();
    }

    private record Listener(Request request, Response response, NIOOutputStream out, AtomicInteger missed) {

        boolean connected() {
            return request.getContext().getConnection().isOpen();
        }

        /** Returns false if the listener has left, or takes no events. */
        boolean send(String event) {
            try {
                if (connected() && out.canWrite()) {
                    out.write(event.getBytes(StandardCharsets.UTF_8));
                    out.flush();
                    missed.set(0);
                } else if (missed.incrementAndGet() > MOST_MISSED) {
                    request.getContext().getConnection().terminateSilently();
                }
                return connected();
            } catch (IOException | IllegalStateException e) {
                LOG.debug("a listener left while an event was written", e);
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
    EventStream(ScheduledExecutorService timer, Source source) {
        this.timer = timer;
        this.source = source;
    }

    /**
     * Adds a listener; its request ends when it leaves or the service stops. If there are {@value #MOST_LISTENERS}
     * already, the one that has listened longest is ended: one that only holds its place cannot be told from one that
     * reads, because the kernel takes events for both. A browser opens the stream anew.
     *
     * @throws io.birdseye.service.server.Problem after {@link #close}
     */
    synchronized void open(Request request, Response response, Exchange exchange) {
        if (closed) {
            throw Problems.shuttingDown();
        }
        listeners.removeIf(listener -> !listener.connected());
        if (listeners.size() >= MOST_LISTENERS) {
            listeners.removeFirst().end();
        }
        // It counts as answered, so neither the deadline nor a client that leaves makes it a failure.
        exchange.answering(200);
        response.setStatus(200);
        response.setContentType("text/event-stream");
        response.setCharacterEncoding("utf-8");
        response.setHeader("Cache-Control", "no-store");
        response.setHeader(Exchange.SERVER_TIMING, exchange.serverTiming());
        response.suspend();
        Listener listener = new Listener(request, response, response.getNIOOutputStream(), new AtomicInteger());
        listeners.add(listener);
        listener.send("retry: 2000\n\n");
        if (ticking == null) {
            source.begin();
            ticking = timer.scheduleAtFixedRate(this::tick, 1, 1, TimeUnit.SECONDS);
        }
    }

    private synchronized void tick() {
        if (closed) {
            return;
        }
        String event = "data: " + source.next() + "\n\n";
        List<Listener> left = listeners.stream().filter(listener -> !listener.send(event)).toList();
        left.forEach(Listener::end);
        listeners.removeAll(left);
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

    /** Ends the requests of all listeners, so that a shutdown does not wait for them. */
    @Override
    public synchronized void close() {
        closed = true;
        stopTicking();
        listeners.forEach(Listener::end);
        listeners.clear();
    }
}
