package io.birdseye.mockapi;

import io.vertx.core.Context;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.internal.ContextInternal;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A running mock-api, as a program or inside a test. It holds its event loops and its port until it is closed. */
public record MockApi(Vertx vertx, String host, int port) implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** In Vert.x's terms, a free port that the instances of one deployment share; 0 would give each its own. */
    private static final int SHARED_FREE_PORT = -1;

    /** mock-api cannot listen where it was told to. The message is one line for the user. */
    public static final class StartFailure extends RuntimeException {

        StartFailure(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Starts on a free port of this machine with one event loop for each core. */
    public static MockApi start(UpstreamSettings settings) {
        return start(new MockApiConfig("127.0.0.1", 0, 0, settings));
    }

    /** Returns when it listens; throws a {@link StartFailure} if it cannot, for example because the port is in use. */
    public static MockApi start(MockApiConfig config) {
        MockState state = new MockState(config.settings(), config.photos());
        Vertx vertx = Vertx.vertx(options(config));
        AtomicInteger port = new AtomicInteger();
        try {
            await(vertx.deployVerticle(
                    () -> context -> listen(config, state, context).onSuccess(server -> port.set(server.actualPort())),
                    new DeploymentOptions().setInstances(config.eventLoopCount())));
        } catch (Exception e) {
            await(vertx.close());
            throw failure(config, e);
        }
        return new MockApi(vertx, config.host(), port.get());
    }

    /** The HTTP server of one event loop. All of them share the port, and connections are assigned to them in turn. */
    private static Future<HttpServer> listen(MockApiConfig config, MockState state, Context context) {
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
                .listen(config.port() == 0 ? SHARED_FREE_PORT : config.port(), config.host());
    }

    /** Without a slash at the end. */
    public String url() {
        return "http://" + (host.equals("0.0.0.0") ? "127.0.0.1" : host) + ":" + port;
    }

    /** Frees the port and ends the event loops; connections that wait for an answer are closed. */
    @Override
    public void close() {
        await(vertx.close());
    }

    private static VertxOptions options(MockApiConfig config) {
        return new VertxOptions()
                .setEventLoopPoolSize(config.eventLoopCount())
                // Its timers are as fine as the kernel's; the portable one rounds delays up to whole milliseconds.
                .setPreferNativeTransport(true)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                // No files are served, and a read-only file system has no place for a cache of them.
                .setFileSystemOptions(
                        new FileSystemOptions().setClassPathResolvingEnabled(false).setFileCachingEnabled(false));
    }

    private static StartFailure failure(MockApiConfig config, Exception cause) {
        // Matched by its text: the native transport reports a port in use by another class than the portable one.
        String message = String.valueOf(cause.getMessage()).contains("already in use")
                ? "port " + config.port() + " on " + config.host() + " is already in use"
                : "cannot listen on " + config.host() + ":" + config.port() + ": " + cause.getMessage();
        return new StartFailure(message, cause);
    }

    private static void await(Future<?> future) {
        try {
            var _ = future.await(TIMEOUT);
        } catch (TimeoutException e) {
            throw new IllegalStateException("no answer from the event loops in " + TIMEOUT.toSeconds() + " s", e);
        }
    }
}
