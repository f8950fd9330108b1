package io.birdseye.mockapi;

import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The connections of one event loop: no more than are allowed, and none that brings no whole request for long, be it
 * idle, in the middle of a head that never ends, or slow to take its answer. All methods run on that event loop.
 *
 * <p>A request costs one look into a map and no reading of a clock, and connections are looked through only a few times
 * in the time that they may be idle, so that no answer of a measurement comes later. Measurements need fewer
 * connections than descriptors allow, and their clients close what is idle for a quarter of that time.
 */
final class ConnectionLimits {

    /** How often connections are looked through in the time that they may be idle. */
    private static final int ROUNDS = 4;

    private static final class Since {
        private long nanos;
    }

    private final int mostConnections;
    private final Duration idle;
    private final MockState.Gauges gauges;
    private final Map<HttpConnection, Since> open = new HashMap<>();

    /** @param mostConnections of all event loops together */
    ConnectionLimits(int mostConnections, Duration idle, MockState.Gauges gauges) {
        this.mostConnections = mostConnections;
        this.idle = idle;
        this.gauges = gauges;
    }

    /** How often to call {@link #closeIdle}. */
    long roundMillis() {
        return Math.max(1, idle.toMillis() / ROUNDS);
    }

    /** A connection was opened; it is closed at once if there are too many. */
    void opened(HttpConnection connection) {
        gauges.openConnections().increment();
        open.put(connection, new Since());
        served(connection, System.nanoTime());
        connection.closeHandler(closed -> {
            open.remove(connection);
            gauges.openConnections().decrement();
        });
        if (gauges.openConnections().sum() > mostConnections) {
            gauges.refusedConnections().increment();
            var _ = connection.close();
        }
    }

    /** @param nanos when the answer to the request that came is due; from then on the connection counts as idle */
    void served(HttpConnection connection, long nanos) {
        Since since = open.get(connection);
        if (since != null) {
            since.nanos = nanos;
        }
    }

    /** Closes the connections that have been idle for too long. */
    void closeIdle() {
        long now = System.nanoTime();
        List<HttpConnection> tooLong = open.entrySet().stream()
                .filter(entry -> now - entry.getValue().nanos > idle.toNanos())
                .map(Map.Entry::getKey)
                .toList();
        for (HttpConnection connection : tooLong) {
            gauges.idleConnections().increment();
            var _ = connection.close();
        }
    }
}
