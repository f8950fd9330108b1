package io.birdseye.service.upstream;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Upstream;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Fetches bodies over HTTP. The non-blocking client is started with the first call that needs it, so that a service
 * whose strategies only block has no event loop.
 */
public final class HttpUpstream implements Upstream, AutoCloseable {

    private final UpstreamSettings settings;
    private final BlockingClient blocking;
    private final Object starting = new Object();
    private volatile @Nullable NonBlockingClient nonBlocking;
    private boolean closed;

    public HttpUpstream(UpstreamSettings settings) {
        this.settings = settings;
        this.blocking = new BlockingClient(settings);
    }

    @Override
    public Body fetch(Plan.CallPlan call, Cancellation cancellation) throws InterruptedException {
        return new Body(call.name(), blocking.fetch(call, cancellation));
    }

    @Override
    public CompletionStage<Body> fetchAsync(Plan.CallPlan call, Cancellation cancellation) {
        return nonBlocking().fetch(call, cancellation).thenApply(bytes -> new Body(call.name(), bytes));
    }

    /** Closes connections that have been idle for long; to be called now and then. */
    public void closeIdleConnections() {
        blocking.closeIdleConnections();
        NonBlockingClient client = nonBlocking;
        if (client != null) {
            client.closeIdleConnections();
        }
    }

    private NonBlockingClient nonBlocking() {
        NonBlockingClient client = nonBlocking;
        if (client == null) {
            synchronized (starting) {
                if (closed) {
                    throw new IllegalStateException("the upstream clients are closed");
                }
                client = nonBlocking;
                if (client == null) {
                    client = new NonBlockingClient(settings);
                    nonBlocking = client;
                }
            }
        }
        return client;
    }

    /** Closes all connections; calls on the wire fail. */
    @Override
    public void close() {
        blocking.close();
        synchronized (starting) {
            closed = true;
            if (nonBlocking != null) {
                nonBlocking.close();
            }
        }
    }
}
