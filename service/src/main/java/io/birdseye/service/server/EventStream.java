package io.birdseye.service.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events (WHATWG HTML, section 9.2): one each second for all listeners. A listener holds a connection and
 * no thread: writes do not block, and a listener that reads too slowly misses events. Without listeners it costs
 * nothing. (Jersey's own would hold a thread while a client takes nothing.)
 */
public final class EventStream implements AutoCloseable {

    static final String PATH = "/events";

    private static final int MAX_LISTENERS = 16;

    /** Events in a row that a listener may be too slow for; then it is no listener any more. */
    private static final int MAX_MISSED = 10;

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    private final ScheduledExecutorService timer;
    private final LiveLatencies source;

    /** The one that has listened longest first; each with the events that it has missed in a row. */
    private final SequencedMap<Exchange, AtomicInteger> listeners = new LinkedHashMap<>();

    private @Nullable ScheduledFuture<?> ticking;
    private boolean closed;

    /** @param timer runs short tasks only */
    EventStream(ScheduledExecutorService timer, LiveLatencies source) {
        this.timer = timer;
        this.source = source;
    }

    /**
     * Adds a listener; its request ends when it leaves or the service stops. If there are {@value #MAX_LISTENERS}
     * already, the one that has listened longest is ended: one that only holds its place cannot be told from one that
     * reads, because the kernel takes events for both. A browser opens the stream anew.
     */
    synchronized void open(Exchange exchange) {
        if (closed) {
            throw Problem.shuttingDown();
        }
        listeners.keySet().removeIf(listener -> !listener.isConnected());
        if (listeners.size() >= MAX_LISTENERS) {
            listeners.pollFirstEntry().getKey().end();
        }
        // It counts as answered, so neither the deadline nor a client that leaves makes it a failure.
        exchange.answering(200);
        try {
            exchange.beginEvents(Map.of(
                    "Content-Type", "text/event-stream;charset=utf-8", "Cache-Control", Exchange.NOT_STORED,
                    Exchange.SERVER_TIMING, exchange.serverTiming()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        AtomicInteger missed = new AtomicInteger();
        listeners.put(exchange, missed);
        send(exchange, missed, "retry: 2000\n\n");
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
        listeners.entrySet().removeIf(listener -> {
            boolean left = !send(listener.getKey(), listener.getValue(), event);
            if (left) {
                listener.getKey().end();
            }
            return left;
        });
        if (listeners.isEmpty()) {
            stopTicking();
        }
    }

    /** Returns false if the listener has left, or takes no events. */
    private static boolean send(Exchange listener, AtomicInteger missed, String event) {
        try {
            if (listener.isConnected() && listener.writeEvent(event.getBytes(StandardCharsets.UTF_8))) {
                missed.set(0);
            } else if (missed.incrementAndGet() > MAX_MISSED) {
                listener.cut();
                return false;
            }
            return listener.isConnected();
        } catch (IOException | IllegalStateException e) {
            LOG.debug("a listener left while an event was written", e);
            return false;
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
        listeners.keySet().forEach(Exchange::end);
        listeners.clear();
    }
}
