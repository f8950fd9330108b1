package io.birdseye.mockapi.server;

import io.birdseye.mockapi.settings.MockApiConfig;
import io.vertx.core.Context;
import io.vertx.core.Deployable;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.internal.ContextInternal;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The HTTP server of one event loop. All of them share the port, and connections are assigned to them in turn.
 *
 * @param actualPort receives the port when the server listens
 */
public record EventLoopServer(MockApiConfig config, MockState state, AtomicInteger actualPort) implements Deployable {

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
        ConnectionLimits connections = new ConnectionLimits(config.connectionCount(), config.idle(), state.gauges());
        context.owner().setPeriodic(connections.roundMillis(), round -> connections.closeIdle());
        return context.owner()
                .createHttpServer(options)
                .connectionHandler(connections::opened)
                .requestHandler(new RequestHandler(state, config.callers(), connections, (ContextInternal) context))
                .listen(config.port() == 0 ? SHARED_FREE_PORT : config.port(), config.host())
                .onSuccess(server -> actualPort.set(server.actualPort()));
    }
}
