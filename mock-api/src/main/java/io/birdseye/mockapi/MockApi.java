package io.birdseye.mockapi;

import io.birdseye.mockapi.server.EventLoopServer;
import io.birdseye.mockapi.server.MockState;
import io.birdseye.mockapi.settings.MockApiConfig;
import io.birdseye.mockapi.settings.UpstreamSettings;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A running mock-api, as a program or inside a test. It holds its event loops and its port until it is closed.
 *
 * @param vertx its event loops
 * @param port where it listens
 */
public record MockApi(Vertx vertx, String host, int port) implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** mock-api cannot listen where it was told to. The message is one line for the user. */
    public static final class StartFailure extends RuntimeException {

        private static final long serialVersionUID = 1L;

        StartFailure(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Starts on a free port of this machine with one event loop for each core. */
    public static MockApi start(UpstreamSettings settings) {
        return start(new MockApiConfig("127.0.0.1", 0, 0, settings));
    }

    /**
     * Returns when it listens.
     *
     * @throws StartFailure if it cannot, for example because the port is in use
     */
    public static MockApi start(MockApiConfig config) {
        MockState state = new MockState(config.settings(), config.photos());
        Vertx vertx = Vertx.vertx(options(config));
        AtomicInteger port = new AtomicInteger();
        try {
            await(vertx.deployVerticle(
                    () -> new EventLoopServer(config, state, port),
                    new DeploymentOptions().setInstances(config.eventLoopCount())));
        } catch (Exception e) {
            await(vertx.close());
            throw failure(config, e);
        }
        return new MockApi(vertx, config.host(), port.get());
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
