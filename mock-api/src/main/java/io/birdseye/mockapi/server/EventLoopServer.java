package io.birdseye.mockapi.server;

import io.birdseye.model.Callers;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The HTTP server of one event loop. All of them share the port, and connections are assigned to them in turn.
 *
 * @param port 0 for a free one
 * @param maxConnections of all event loops together; more are closed
 * @param idle how long a connection may bring no whole request
 * @param actualPort receives the port when the server listens
 */
public record EventLoopServer(
        String host, int port, Callers callers, int maxConnections, Duration idle, MockState state,
        AtomicInteger actualPort) implements Deployable {

    /** In Vert.x's terms, a free port that the instances of one deployment share; 0 would give each its own. */
    private static final int SHARED_FREE_PORT = -1;

    @Override
    public Future<?> deploy(Context context) {
        HttpServerOptions options = new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setStrictThreadMode(true)
                .setHandle100ContinueAutomatically(true)
                // A load test opens its connections all at once.
                .setAcceptBacklog(16_384);
        ConnectionLimits connections = new ConnectionLimits(maxConnections, idle, state.gauges());
        context.owner().setPeriodic(connections.roundMillis(), round -> connections.closeIdle());
        return context.owner()
                .createHttpServer(options)
                .connectionHandler(connections::opened)
                .requestHandler(new RequestHandler(state, callers, connections, (ContextInternal) context))
                .listen(port == 0 ? SHARED_FREE_PORT : port, host)
                .onSuccess(server -> actualPort.set(server.actualPort()));
    }
}
