package io.birdseye.service.upstream;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Upstream;
import io.birdseye.service.server.Descriptors;
import io.birdseye.service.server.TraceContext;
import io.birdseye.strategy.Overloaded;
import java.io.IOException;
import java.util.concurrent.CompletionStage;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.io.LeaseRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches bodies over HTTP. A blocking call is one thread in one socket read. An interrupt does not end such a read on
 * a platform thread; closing the socket does, and the cancellation of a request closes it. The client for non-blocking
 * calls is started with the first of them, so a service whose strategies only block has no event loop.
 */
public final class HttpUpstream implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(HttpUpstream.class);

    /** An error page up to this size is read to keep its connection; for a larger one a new connection is cheaper. */
    private static final int SMALL = 64 * 1024;

    /** Of each of a connection's two buffers. Bodies are read without them. */
    private static final int BUFFER_BYTES = 4 * 1024;

    private final UpstreamClientSettings settings;
    private final Descriptors descriptors;
    private final CallListener listener;
    private final GrowingBody.Budget bodies;
    private final HttpHost host;
    private final PoolingHttpClientConnectionManager connections;
    private final CloseableHttpClient client;
    private volatile @Nullable NonBlockingClient nonBlocking;
    private boolean closed;

    /** Learns how each call ended. Called on the thread that ended it, so it must be quick. */
    @FunctionalInterface
    public interface CallListener {

        /** @param failure null if the upstream answered with 200 and a whole body */
        void ended(String upstream, @Nullable Throwable failure, long nanos);
    }

    /** How many connections have a call on the wire, and how many have none. */
    public record Connections(int active, int idle) {}

    /** @param descriptors for the calls; one for which there is none fails with {@link Overloaded} */
    public HttpUpstream(UpstreamClientSettings settings, Descriptors descriptors, CallListener listener) {
        this.settings = settings;
        this.descriptors = descriptors;
        this.listener = listener;
        bodies = new GrowingBody.Budget(settings.maxTotalBodyBytes());
        host = settings.host();
        PoolingHttpClientConnectionManagerBuilder builder = PoolingHttpClientConnectionManagerBuilder.create()
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                .setMaxConnPerRoute(UpstreamClientSettings.UNBOUNDED)
                .setMaxConnTotal(UpstreamClientSettings.UNBOUNDED)
                .setDefaultConnectionConfig(settings.connections())
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        .http1Config(UpstreamClientSettings.http1(BUFFER_BYTES))
                        .build())
                .setDefaultSocketConfig(SocketConfig.custom()
                        .setTcpNoDelay(true)
                        .setSoTimeout(Timeout.DISABLED)
                        .build());
        if (!settings.secure()) {
            builder.setTlsSocketStrategy((socket, target, port, attachment, context) -> {
                throw new IOException("the upstream's address is not https");
            });
        }
        connections = builder.build();
        client = HttpClients.custom()
                .setConnectionManager(new KeptConnections(connections))
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .disableConnectionState()
                .build();
        descriptors.heldBy(this::idle, () -> closeIdleConnections(TimeValue.ZERO_MILLISECONDS));
    }

    /** For the calls of one request; closed when the request has ended, which makes room for the bodies of others. */
    public ForRequest forRequest(TraceContext trace) {
        return new ForRequest(bodies.share(), trace);
    }

    public final class ForRequest implements Upstream, AutoCloseable {

        private final GrowingBody.Budget.Share share;
        private final TraceContext trace;

        private ForRequest(GrowingBody.Budget.Share share, TraceContext trace) {
            this.share = share;
            this.trace = trace;
        }

        @Override
        public Body fetch(Plan.CallPlan call, Cancellation cancellation) throws InterruptedException {
            long start = System.nanoTime();
            takeDescriptor();
            try {
                Body body = fetchNow(call, cancellation, this);
                listener.ended(call.name(), null, System.nanoTime() - start);
                return body;
            } catch (Throwable e) {
                listener.ended(call.name(), e, System.nanoTime() - start);
                throw e;
            } finally {
                descriptors.release();
            }
        }

        @Override
        public CompletionStage<Body> fetchAsync(Plan.CallPlan call, Cancellation cancellation) {
            NonBlockingClient started = nonBlocking();
            long start = System.nanoTime();
            takeDescriptor();
            try {
                return started.fetch(call, cancellation, share, trace)
                        .whenComplete((bytes, error) -> {
                            descriptors.release();
                            listener.ended(call.name(), error, System.nanoTime() - start);
                        })
                        .thenApply(bytes -> new Body(call.name(), bytes));
            } catch (Throwable e) {
                descriptors.release();
                throw e;
            }
        }

        @Override
        public void close() {
            share.close();
        }
    }

    private void takeDescriptor() {
        if (!descriptors.tryTake()) {
            throw new Overloaded("there is no descriptor left for a call to an upstream (ulimit -n)");
        }
    }

    public Connections connections() {
        NonBlockingClient started = nonBlocking;
        int active = connections.getTotalStats().getLeased() + (started == null ? 0 : started.active());
        return new Connections(active, idle());
    }

    /** Idle connections, which hold descriptors that nobody has taken. */
    private int idle() {
        NonBlockingClient started = nonBlocking;
        return connections.getTotalStats().getAvailable() + (started == null ? 0 : started.idle());
    }

    private Body fetchNow(Plan.CallPlan call, Cancellation cancellation, ForRequest by) throws InterruptedException {
        HttpGet request = new HttpGet(settings.path(call.path()));
        by.trace.forEach(request::setHeader);
        try (Cancellation.Registration registration = cancellation.onCancel(request::cancel)) {
            ClassicHttpResponse response = client.executeOpen(host, request, null);
            return new Body(call.name(), read(call, request, response, by.share));
        } catch (Error e) {
            // The client does not give the connection back then.
            request.cancel();
            throw e;
        } catch (IOException | RuntimeException e) {
            cancellation.throwIfCancelled();
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for upstream '" + call.name() + "'");
            }
            throw Failures.of(call, e);
        }
    }

    private byte[] read(Plan.CallPlan call, HttpGet request, ClassicHttpResponse response, GrowingBody.Budget.Share share)
            throws IOException {
        try {
            byte[] body = read(call, response, share);
            response.close();
            return body;
        } catch (IOException | RuntimeException | Error e) {
            // Closing a response reads the rest of it first, which may be endless, unless its request is cancelled.
            request.cancel();
            Closer.closeQuietly(response);
            throw e;
        }
    }

    private byte[] read(Plan.CallPlan call, ClassicHttpResponse response, GrowingBody.Budget.Share share) throws IOException {
        HttpEntity entity = response.getEntity();
        if (response.getCode() != 200) {
            if (entity != null && entity.getContentLength() >= 0 && entity.getContentLength() <= SMALL) {
                EntityUtils.consume(entity);
            }
            throw Failures.status(call, response.getCode());
        }
        if (entity == null) {
            return new byte[0];
        }
        long announced = entity.getContentLength();
        GrowingBody body = new GrowingBody(call, announced, settings.maxBodyBytes(), share);
        body.readFrom(entity.getContent());
        if (announced >= 0 && body.size() != announced) {
            throw new IOException("the body has not the announced " + announced + " bytes");
        }
        return body.toArray();
    }

    private NonBlockingClient nonBlocking() {
        NonBlockingClient started = nonBlocking;
        return started == null || started.isDown() ? start() : started;
    }

    private synchronized NonBlockingClient start() {
        if (closed) {
            throw new IllegalStateException("the upstream clients are closed");
        }
        NonBlockingClient started = nonBlocking;
        if (started != null && started.isDown()) {
            LOG.warn("the event loops of the HTTP client have ended, and are started again");
            nonBlocking = null;
            started.close();
            started = null;
        }
        if (started == null) {
            started = NonBlockingClient.start(settings);
            nonBlocking = started;
        }
        return started;
    }

    /** Closes connections that have been idle for {@link UpstreamClientSettings#CLOSE_AFTER_IDLE}. */
    public void closeIdleConnections() {
        closeIdleConnections(UpstreamClientSettings.CLOSE_AFTER_IDLE);
    }

    private void closeIdleConnections(TimeValue idle) {
        connections.closeIdle(idle);
        NonBlockingClient started = nonBlocking;
        if (started != null) {
            started.closeIdleConnections(idle);
        }
    }

    /** Closes all connections; calls on the wire fail. */
    @Override
    public synchronized void close() {
        closed = true;
        client.close(CloseMode.IMMEDIATE);
        connections.close(CloseMode.IMMEDIATE);
        if (nonBlocking != null) {
            nonBlocking.close();
        }
    }

    /**
     * Connections that the client cannot close: it would close all, for good, when an {@link Error} is thrown in one
     * call.
     */
    private record KeptConnections(HttpClientConnectionManager connections) implements HttpClientConnectionManager {

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
}
