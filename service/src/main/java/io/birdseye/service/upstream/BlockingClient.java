package io.birdseye.service.upstream;

import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.Plan;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.io.Closer;
import org.apache.hc.core5.pool.PoolConcurrencyPolicy;
import org.apache.hc.core5.util.Timeout;

/**
 * One call is one thread in one socket read. An interrupt does not end such a read on a platform thread; closing the
 * socket does, and that is what the cancellation of a request does.
 */
final class BlockingClient implements AutoCloseable {

    /** An error page up to this size is read to keep its connection; beyond it a new connection is cheaper. */
    private static final int SMALL = 64 * 1024;

    /** Bodies are read past them; a connection has two, however many calls wait. */
    private static final int BUFFER_BYTES = 4 * 1024;

    private final UpstreamSettings settings;
    private final HttpHost host;
    private final PoolingHttpClientConnectionManager connections;
    private final CloseableHttpClient client;

    BlockingClient(UpstreamSettings settings) {
        this.settings = settings;
        this.host = settings.host();
        PoolingHttpClientConnectionManagerBuilder builder = PoolingHttpClientConnectionManagerBuilder.create()
                .setPoolConcurrencyPolicy(PoolConcurrencyPolicy.LAX)
                .setMaxConnPerRoute(UpstreamSettings.UNBOUNDED)
                .setMaxConnTotal(UpstreamSettings.UNBOUNDED)
                .setDefaultConnectionConfig(settings.connections())
                .setConnectionFactory(ManagedHttpClientConnectionFactory.builder()
                        .http1Config(UpstreamSettings.http1(BUFFER_BYTES))
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
        this.connections = builder.build();
        this.client = HttpClients.custom()
                .setConnectionManager(connections)
                .disableAutomaticRetries()
                .disableRedirectHandling()
                .disableCookieManagement()
                .disableAuthCaching()
                .disableContentCompression()
                .disableConnectionState()
                .build();
    }

    /**
     * @throws io.birdseye.fanout.UpstreamFailure if the upstream failed
     * @throws InterruptedException if the thread was interrupted before the request was cancelled
     */
    byte[] fetch(Plan.CallPlan call, Cancellation cancellation) throws InterruptedException {
        HttpGet request = new HttpGet(settings.path(call.path()));
        try (Cancellation.Registration registration = cancellation.onCancel(request::cancel)) {
            return read(call, request, client.executeOpen(host, request, null));
        } catch (IOException | RuntimeException e) {
            cancellation.throwIfCancelled();
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while waiting for upstream '" + call.name() + "'");
            }
            throw Failures.of(call, e);
        }
    }

    private byte[] read(Plan.CallPlan call, HttpGet request, ClassicHttpResponse response) throws IOException {
        try {
            byte[] body = read(call, response);
            response.close();
            return body;
        } catch (IOException | RuntimeException e) {
            // Closing a response reads the rest of it first, which may be endless; a cancelled one just ends.
            request.cancel();
            Closer.closeQuietly(response);
            throw e;
        }
    }

    private byte[] read(Plan.CallPlan call, ClassicHttpResponse response) throws IOException {
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
        long length = entity.getContentLength();
        if (length > settings.maxBodyBytes()) {
            throw Failures.oversize(call, settings.maxBodyBytes());
        }
        InputStream content = entity.getContent();
        return length >= 0 ? readExactly(content, (int) length) : readToEnd(call, content);
    }

    private static byte[] readExactly(InputStream content, int length) throws IOException {
        byte[] body = new byte[length];
        int read = content.readNBytes(body, 0, length);
        // One more read lets the client see the end of the body, and hand its connection back.
        if (read == length && content.read() < 0) {
            return body;
        }
        throw new IOException("the body has not the announced " + length + " bytes");
    }

    private byte[] readToEnd(Plan.CallPlan call, InputStream content) throws IOException {
        int cap = settings.maxBodyBytes();
        byte[] body = new byte[Math.min(SMALL, cap + 1)];
        int length = 0;
        int read;
        while ((read = content.read(body, length, body.length - length)) >= 0) {
            length += read;
            if (length > cap) {
                throw Failures.oversize(call, cap);
            }
            if (length == body.length) {
                body = Arrays.copyOf(body, (int) Math.min(2L * body.length, cap + 1L));
            }
        }
        return Arrays.copyOf(body, length);
    }

    void closeIdleConnections() {
        connections.closeIdle(UpstreamSettings.CLOSE_AFTER_IDLE);
    }

    @Override
    public void close() {
        client.close(CloseMode.IMMEDIATE);
    }
}
