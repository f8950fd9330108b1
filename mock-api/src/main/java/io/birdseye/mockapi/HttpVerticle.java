package io.birdseye.mockapi;

import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.internal.ContextInternal;
import java.util.concurrent.atomic.AtomicInteger;

/** The server of one event loop. All of them share the port, and connections are dealt out in turn. */
final class HttpVerticle extends VerticleBase {

    /** In Vert.x's terms, a free port that the instances of one deployment share; 0 would give each its own. */
    private static final int SHARED_FREE_PORT = -1;

    private final MockApiConfig config;
    private final MockState state;
    private final AtomicInteger actualPort;

    HttpVerticle(MockApiConfig config, MockState state, AtomicInteger actualPort) {
        this.config = config;
        this.state = state;
        this.actualPort = actualPort;
    }

    @Override
    public Future<?> start() {
        int port = config.port() == 0 ? SHARED_FREE_PORT : config.port();
        return vertx.createHttpServer(options())
                .connectionHandler(connection -> {
                    state.openConnections().increment();
                    connection.closeHandler(closed -> state.openConnections().decrement());
                })
                .requestHandler(new DataHandler(state, ((ContextInternal) context).nettyEventLoop()))
                .listen(port, config.host())
                .onSuccess(server -> actualPort.set(server.actualPort()));
    }

    private static HttpServerOptions options() {
        return new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setStrictThreadMode(true)
                .setHandle100ContinueAutomatically(true)
                // A load test opens its connections all at once.
                .setAcceptBacklog(16_384);
    }
}
