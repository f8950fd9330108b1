package io.birdseye.service.upstream;

import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Plan;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManager;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.DefaultThreadFactory;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.http.nio.support.BasicRequestProducer;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.util.Timeout;

/** Calls wait on event loops and hold no thread; bodies are delivered on the threads of the loops. */
final class NonBlockingClient implements AutoCloseable {

    private final UpstreamSettings settings;
    private final HttpHost host;
    private final PoolingAsyncClientConnectionManager connections;
    private final CloseableHttpAsyncClient client;

    NonBlockingClient(UpstreamSettings settings) {
        this.settings = settings;
        this.host = settings.host();
        this.connections = PoolingAsyncClientConnectionManagerBuilder.create()
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                .setMaxConnPerRoute(UpstreamSettings.UNBOUNDED)
                .setMaxConnTotal(UpstreamSettings.UNBOUNDED)
                .setDefaultConnectionConfig(settings.connections())
                // The blocking client speaks HTTP/1.1, and both must put the same load on an upstream.
                .setDefaultTlsConfig(TlsConfig.custom()
                        .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_1)
                        .build())
                .build();
        this.client = HttpAsyncClients.custom()
                .setConnectionManager(connections)
                .setIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(settings.eventLoops())
                        .setTcpNoDelay(true)
                        .setSoTimeout(Timeout.DISABLED)
                        .build())
                .setThreadFactory(new DefaultThreadFactory("http-client", true))
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .disableConnectionState()
                .build();
        client.start();
    }

    /**
     * Fetches one body.
     *
     * @return a stage that fails with {@link io.birdseye.fanout.UpstreamFailure} or the cause of the cancellation
     */
    CompletionStage<byte[]> fetch(Plan.CallPlan call, Cancellation cancellation) {
        CompletableFuture<byte[]> body = new CompletableFuture<>();
        BasicHttpRequest request = new BasicHttpRequest(Method.GET, host, settings.path(call.path()));
        Future<byte[]> exchange = client.execute(
                new BasicRequestProducer(request, null),
                new BodyConsumer(call, settings.maxBodyBytes()),
                null,
                null,
                new Completion(call, cancellation, body));
        Cancellation.Registration registration = cancellation.onCancel(() -> exchange.cancel(true));
        return body.whenComplete((bytes, error) -> registration.close());
    }

    /** Hands the client's outcome over to the future. */
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
            RuntimeException cause = cancellation.cause();
            body.completeExceptionally(
                    cause != null ? cause : Failures.of(call, new IOException("the call was cancelled")));
        }
    }

    void closeIdleConnections() {
        connections.closeIdle(UpstreamSettings.CLOSE_AFTER_IDLE);
    }

    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
    }
}
