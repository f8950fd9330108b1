package io.birdseye.service.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Server-sent events (WHATWG HTML, section 9.2): one each second for all listeners. A listener holds a connection and
 * no thread: writes do not block, and a listener that reads too slowly misses events. Without listeners it costs
 * nothing.
 */
public final class EventStream implements AutoCloseable {

    public static final String PATH = "/events";

    private static final int MOST_LISTENERS = 16;

    /** Events in a row that a listener may be too slow for; then it is no listener any more. */
    private static final int MOST_MISSED = 10;

    private static final Logger LOG = LoggerFactory.getLogger(EventStream.class);

    private final ScheduledExecutorService timer;
    private final Source source;
    private final List<Listening> listeners = new ArrayList<>();
    private @Nullable ScheduledFuture<?> ticking;
    private boolean closed;

    /** Makes the events, between the arrival of the first listener and the departure of the last one. */
    public interface Source {

        void begin();

        /** What happened since the last call, as one line; must be quick. */
        String next();

        void end();
    }

    /** A client that takes events, as its server can write to it. No method waits for the client. */
    public interface Listener {

        boolean connected();

        /**
         * Returns false if the client takes nothing now; then nothing is written.
         *
         * @throws IOException if the client has left
         */
        boolean write(byte[] event) throws IOException;

        /** Ends its request. */
        void end();

        /** Ends its connection. */
        void cut();
    }

    private record Listening(Listener listener, AtomicInteger missed) {

        /** Returns false if the listener has left, or takes no events. */
        boolean send(String event) {
            try {
                if (listener.connected() && listener.write(event.getBytes(StandardCharsets.UTF_8))) {
                    missed.set(0);
                } else if (missed.incrementAndGet() > MOST_MISSED) {
                    listener.cut();
                }
                return listener.connected();
            } catch (IOException | IllegalStateException e) {
                LOG.debug("a listener left while an event was written", e);
                return false;
            }
        }
    }

    /** @param timer runs short tasks only */
    public EventStream(ScheduledExecutorService timer, Source source) {
        this.timer = timer;
        this.source = source;
    }

    /**
     * Adds a listener; its request ends when it leaves or the service stops. If there are {@value #MOST_LISTENERS}
     * already, the one that has listened longest is ended: one that only holds its place cannot be told from one that
     * reads, because the kernel takes events for both. A browser opens the stream anew.
     *
     * @param begin begins the answer, with the given headers
     * @throws Problem after {@link #close}
     */
    public synchronized void open(Exchange exchange, Function<Map<String, String>, Listener> begin) {
        if (closed) {
            throw Problems.shuttingDown();
        }
        listeners.removeIf(listening -> !listening.listener().connected());
        if (listeners.size() >= MOST_LISTENERS) {
            listeners.removeFirst().listener().end();
        }
        // It counts as answered, so neither the deadline nor a client that leaves makes it a failure.
        exchange.answering(200);
        Map<String, String> headers = Map.of(
                "Content-Type", "text/event-stream;charset=utf-8",
                "Cache-Control", "no-store",
                Exchange.SERVER_TIMING, exchange.serverTiming());
        Listening listening = new Listening(begin.apply(headers), new AtomicInteger());
        listeners.add(listening);
        listening.send("retry: 2000\n\n");
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
        List<Listening> left = listeners.stream().filter(listening -> !listening.send(event)).toList();
        left.forEach(listening -> listening.listener().end());
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
        listeners.forEach(listening -> listening.listener().end());
        listeners.clear();
    }
}
