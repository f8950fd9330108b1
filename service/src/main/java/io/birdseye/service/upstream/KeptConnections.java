package io.birdseye.service.upstream;

import java.io.IOException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Connections that the client cannot close. The client closes all of them, for good, when an {@link Error} is thrown in
 * one call; every later call would fail. Whoever made the connections closes them.
 */
record KeptConnections(HttpClientConnectionManager connections) implements HttpClientConnectionManager {

    @Override
    public LeaseRequest lease(String id, HttpRoute route, Timeout timeout, @Nullable Object state) {
        return connections.lease(id, route, timeout, state);
    }

    @Override
    public void release(ConnectionEndpoint endpoint, @Nullable Object newState, @Nullable TimeValue validDuration) {
        connections.release(endpoint, newState, validDuration);
    }

    @Override
    public void connect(ConnectionEndpoint endpoint, @Nullable TimeValue connectTimeout, HttpContext context)
            throws IOException {
        connections.connect(endpoint, connectTimeout, context);
    }

    @Override
    public void upgrade(ConnectionEndpoint endpoint, HttpContext context) throws IOException {
        connections.upgrade(endpoint, context);
    }

    @Override
    public void close(CloseMode closeMode) {}

    @Override
    public void close() {}
}
