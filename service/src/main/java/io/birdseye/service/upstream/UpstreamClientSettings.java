package io.birdseye.service.upstream;

import java.net.URI;
import java.time.Duration;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** How upstreams are called; a path in the address is put before the path of every call. */
public record UpstreamClientSettings(
        URI address, Duration connectTimeout, int maxBodyBytes, long maxTotalBodyBytes, int eventLoops) {

    /** Budgets limit the calls. A limit of the connection pool would queue calls where no measurement shows it. */
    static final int UNBOUNDED = Integer.MAX_VALUE;

    /** Far more than upstreams send; without a limit, a header that never ends would fill the heap. */
    private static final int MAX_LINE_BYTES = 16 * 1024;

    private static final int MAX_HEADERS = 200;

    /** A connection that was idle for longer is tested before it is used again, as the upstream may have closed it. */
    private static final TimeValue TEST_AFTER_IDLE = TimeValue.ofSeconds(1);

    static final TimeValue CLOSE_AFTER_IDLE = TimeValue.ofSeconds(30);

    public UpstreamClientSettings {
        String scheme = address.getScheme();
        if (!("http".equals(scheme) || "https".equals(scheme)) || address.getHost() == null) {
            throw new IllegalArgumentException(
                    "the upstream must be an absolute http or https address, but is '" + address + "'");
        }
        if (address.getRawQuery() != null || address.getRawFragment() != null) {
            throw new IllegalArgumentException(
                    "the upstream's address must have no query and no fragment, but is '" + address + "'");
        }
    }

    HttpHost host() {
        return new HttpHost(address.getScheme(), address.getHost(), address.getPort());
    }

    /** If false, clients are built without TLS: reading the trusted certificates takes a large part of the start. */
    boolean secure() {
        return "https".equals(address.getScheme());
    }

    /** The path as it is sent. */
    String path(String callPath) {
        String prefix = address.getRawPath() == null ? "" : address.getRawPath();
        return (prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix) + callPath;
    }

    static Http1Config http1(int bufferBytes) {
        return Http1Config.custom()
                .setBufferSize(bufferBytes)
                .setMaxLineLength(MAX_LINE_BYTES)
                .setMaxHeaderCount(MAX_HEADERS)
                .build();
    }

    ConnectionConfig connections() {
        // No socket timeout, because the deadline of the request closes the connection.
        return ConnectionConfig.custom()
                .setConnectTimeout(Timeout.of(connectTimeout))
                .setSocketTimeout(Timeout.DISABLED)
                .setValidateAfterInactivity(TEST_AFTER_IDLE)
                .build();
    }
}
