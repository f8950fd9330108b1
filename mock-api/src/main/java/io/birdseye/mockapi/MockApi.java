package io.birdseye.mockapi;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A running mock-api, as a program or inside a test. It holds its event loops and its port until it is closed. */
public final class MockApi implements AutoCloseable {

    private static final long TIMEOUT_SECONDS = 20;

    private final Vertx vertx;
    private final MockState state;
    private final String host;
    private final int port;

    private MockApi(Vertx vertx, MockState state, String host, int port) {
        this.vertx = vertx;
        this.state = state;
        this.host = host;
        this.port = port;
    }

    /** Starts on a free port of this machine with one event loop per core. */
    public static MockApi start(Settings settings) {
        return start(MockApiConfig.onFreePort(settings));
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
                    () -> new HttpVerticle(config, state, port),
                    new DeploymentOptions().setInstances(config.eventLoops())));
        } catch (ExecutionException e) {
            closeQuietly(vertx);
            throw failure(config, e.getCause() == null ? e : e.getCause());
        }
        return new MockApi(vertx, state, config.host(), port.get());
    }

    public int port() {
        return port;
    }

    /** Without a slash at the end. */
    public String url() {
        return "http://" + (host.equals("0.0.0.0") ? "127.0.0.1" : host) + ":" + port;
    }

    /** How many answers wait for their time. */
    public long pendingDelays() {
        return state.pendingDelays().sum();
    }

    /** How many answers nobody waited for to the end. */
    public long cancelledDelays() {
        return state.cancelledDelays().sum();
    }

    /** Takes effect for the requests that come after it; the random draws begin anew. */
    public void apply(Settings settings) {
        state.apply(settings);
    }

    /** Frees the port and ends the event loops; whoever waits for an answer gets a closed connection. */
    @Override
    public void close() {
        closeQuietly(vertx);
    }

    private static VertxOptions options(MockApiConfig config) {
        return new VertxOptions()
                .setEventLoopPoolSize(config.eventLoops())
                // Its timers are as fine as the kernel's; the portable one rounds delays up to whole milliseconds.
                .setPreferNativeTransport(true)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                // No files are served, and a read-only file system has no place for a cache of them.
                .setFileSystemOptions(
                        new FileSystemOptions().setClassPathResolvingEnabled(false).setFileCachingEnabled(false));
    }

    private static void closeQuietly(Vertx vertx) {
        try {
            await(vertx.close());
        } catch (ExecutionException e) {
            throw new IllegalStateException("mock-api could not be closed", e.getCause());
        }
    }

    private static RuntimeException failure(MockApiConfig config, Throwable cause) {
        String at = config.host() + ":" + config.port();
        // The native transport says it by another class than the portable one.
        if (cause instanceof IOException && String.valueOf(cause.getMessage()).contains("already in use")) {
            return new StartFailure("port " + config.port() + " on " + config.host() + " is already in use", cause);
        }
        return new StartFailure("cannot listen on " + at + ": " + cause.getMessage(), cause);
    }

    private static <T> void await(Future<T> future) throws ExecutionException {
        try {
            future.toCompletionStage().toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("no answer from the event loops in " + TIMEOUT_SECONDS + " s", e);
        }
    }
}
