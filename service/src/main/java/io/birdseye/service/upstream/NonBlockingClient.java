package io.birdseye.service.upstream;

import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Plan;
import io.birdseye.service.server.TraceContext;
import io.birdseye.strategy.Pools;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import org.apache.hc.client5.http.async.AsyncExecCallback;
import org.apache.hc.client5.http.async.AsyncExecChain;
import org.apache.hc.client5.http.async.AsyncExecRuntime;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.DefaultThreadFactory;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.AsyncEntityProducer;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls hold no thread: they wait on event loops, whose threads deliver the bodies. */
final class NonBlockingClient implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NonBlockingClient.class);
    private static final String CANCELLATION = Cancellation.class.getName();
    private static final String RUNTIME = AsyncExecRuntime.class.getName();

    /**
     * A connection has three of them: with the client's default of 32 kB, 14,000 calls that wait would hold 1.4 GB. A
     * request of large bodies took the same CPU with 8 kB; smaller buffers need more reads.
     */
    private static final int BUFFER_BYTES = 6 * 1024;

    private static final TimeValue SHUTDOWN = TimeValue.ofMilliseconds(500);

    private final UpstreamClientSettings settings;
    private final HttpHost host;
    private final PoolingAsyncClientConnectionManager connections;
    private final CloseableHttpAsyncClient client;
    private final ThreadFactory threads = new DefaultThreadFactory("http-client", true);
    private volatile boolean closing;
    private volatile boolean ended;

    private NonBlockingClient(UpstreamClientSettings settings) {
        this.settings = settings;
        host = settings.host();
        PoolingAsyncClientConnectionManagerBuilder builder = PoolingAsyncClientConnectionManagerBuilder.create()
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                .setMaxConnPerRoute(UpstreamClientSettings.UNBOUNDED)
                .setMaxConnTotal(UpstreamClientSettings.UNBOUNDED)
                .setDefaultConnectionConfig(settings.connections())
                // The blocking client speaks HTTP/1.1, and both must put the same load on an upstream.
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                        .build());
        if (!settings.secure()) {
            builder.setTlsStrategy((layer, host, local, remote, attachment, timeout) -> false);
        }
        connections = builder.build();
        client = HttpAsyncClients.custom()
                .setConnectionManager(connections)
                .setHttp1Config(UpstreamClientSettings.http1(BUFFER_BYTES))
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(settings.eventLoops())
                        .setTcpNoDelay(true)
                        .setSoTimeout(Timeout.DISABLED)
                        .build())
                .setIoReactorExceptionCallback(this::report)
                .setThreadFactory(this::thread)
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .disableConnectionState()
                .addExecInterceptorLast("abortable", NonBlockingClient::proceedUnlessAborted)
                .build();
    }

    /** @throws OutOfMemoryError if the system does not give the threads */
    static NonBlockingClient start(UpstreamClientSettings settings) {
        // The client starts its loops on a thread of its own, where nobody would learn that they could not be started.
        Pools.requireThreads("http-client", 1 + settings.eventLoops());
        NonBlockingClient started = new NonBlockingClient(settings);
        try {
            started.client.start();
        } catch (RuntimeException | Error e) {
            started.close();
            throw e;
        }
        return started;
    }

    private Thread thread(Runnable task) {
        return threads.newThread(() -> {
            try {
                task.run();
            } finally {
                ended = true;
            }
        });
    }

    /** Whether a thread of the client has ended: an error has ended its loop, or it was closed. */
    boolean isDown() {
        return ended;
    }

    /** Fetches one body; the stage fails with an {@code UpstreamFailure} or the cause of the cancellation. */
    CompletionStage<byte[]> fetch(
            Plan.CallPlan call, Cancellation cancellation, GrowingBody.Budget.Share share, TraceContext trace) {
        CompletableFuture<byte[]> body = new CompletableFuture<>();
        BasicHttpRequest request = new BasicHttpRequest(Method.GET, host, settings.path(call.path()));
        trace.forEach(request::setHeader);
        HttpClientContext context = HttpClientContext.create();
        context.setAttribute(CANCELLATION, cancellation);
        Future<byte[]> exchange = client.execute(
                new BasicRequestProducer(request, null), new BodyConsumer(call, share), null, context,
                new Completion(call, cancellation, body));
        Cancellation.Registration registration = cancellation.onCancel(() -> abort(exchange, context));
        return body.whenComplete((bytes, error) -> registration.close());
    }

    /**
     * Closes the connection of a call that has one. Cancelling the future is not enough: on a connection of the pool,
     * the client (5.6.5) leaves the call on the wire. Before there is a connection, cancelling would be wrong: one that
     * is being made would leave the pool without being closed. {@link #proceedUnlessAborted} ends a call given up then.
     */
    private static void abort(Future<byte[]> exchange, HttpClientContext context) {
        if (context.getAttribute(RUNTIME) instanceof AsyncExecRuntime runtime) {
            runtime.discardEndpoint();
            exchange.cancel(true);
        }
    }

    /** The last step before the request is sent: the call has its connection. */
    private static void proceedUnlessAborted(
            HttpRequest request, @Nullable AsyncEntityProducer body,
            AsyncExecChain.Scope scope, AsyncExecChain chain, AsyncExecCallback callback)
            throws HttpException, IOException {
        scope.clientContext.setAttribute(RUNTIME, scope.execRuntime);
        if (scope.clientContext.getAttribute(CANCELLATION) instanceof Cancellation cancellation
                && cancellation.isCancelled()) {
            scope.execRuntime.discardEndpoint();
            callback.failed(new IOException("the call was given up"));
            return;
        }
        try {
            chain.proceed(request, body, scope, callback);
        } catch (IllegalStateException e) {
            // The call was given up at this moment, which discarded the connection.
            callback.failed(e);
        }
    }

    private record Completion(Plan.CallPlan call, Cancellation cancellation, CompletableFuture<byte[]> body)
            implements FutureCallback<byte[]> {

        @Override
        public void completed(byte[] bytes) {
            body.complete(bytes);
        }

        @Override
        public void failed(Exception error) {
            RuntimeException cause = cancellation.cause();
            body.completeExceptionally(cause != null ? cause : Failures.of(call, error));
        }

        @Override
        public void cancelled() {
            failed(new IOException("the call was cancelled"));
        }
    }

    /** While a loop is being closed, errors of its selector are expected and not logged. */
    private void report(Exception error) {
        if (!closing) {
            LOG.error("an event loop of the HTTP client failed", error);
        }
    }

    int active() {
        return connections.getTotalStats().getLeased();
    }

    int idle() {
        return connections.getTotalStats().getAvailable();
    }

    void closeIdleConnections(TimeValue idle) {
        connections.closeIdle(idle);
    }

    @Override
    public void close() {
        closing = true;
        client.initiateShutdown();
        try {
            client.awaitShutdown(SHUTDOWN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        client.close(CloseMode.IMMEDIATE);
    }

    private final class BodyConsumer extends AbstractBinResponseConsumer<byte[]> {

        private final Plan.CallPlan call;
        private final GrowingBody.Budget.Share share;
        private @Nullable GrowingBody body;

        BodyConsumer(Plan.CallPlan call, GrowingBody.Budget.Share share) {
            this.call = call;
            this.share = share;
        }

        @Override
        protected void start(HttpResponse response, ContentType contentType) throws IOException {
            if (response.getCode() != 200) {
                // This closes the connection, so the body is not read.
                throw new IOException(Failures.status(call, response.getCode()));
            }
            Header length = response.getFirstHeader(HttpHeaders.CONTENT_LENGTH);
            // The client has checked that the header is a number.
            long announced = length == null ? -1 : Long.parseLong(length.getValue().trim());
            try {
                body = new GrowingBody(call, announced, settings.maxBodyBytes(), share);
            } catch (RuntimeException | Error e) {
                throw new IOException(e);
            }
        }

        @Override
        protected int capacityIncrement() {
            return Integer.MAX_VALUE;
        }

        @Override
        protected void data(ByteBuffer bytes, boolean endOfStream) throws IOException {
            try {
                if (body != null) {
                    body.append(bytes);
                }
            } catch (RuntimeException | Error e) {
                // An error would end the event loop, and with it the calls of all requests.
                throw new IOException(e);
            }
        }

        @Override
        protected byte[] buildResult() {
            return body == null ? new byte[0] : body.toArray();
        }

        @Override
        public void releaseResources() {
            body = null;
        }
    }
}
