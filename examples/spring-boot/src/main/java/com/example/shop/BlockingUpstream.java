package com.example.shop;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.util.List;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;

/** The upstreams, called with {@link RestClient}: a call holds its thread until the body has been read. */
@Component
class BlockingUpstream implements AutoCloseable {

    private final HttpClient http;
    private final RestClient client;
    private final Entries entries;
    private final ShopSettings settings;

    BlockingUpstream(RestClient.Builder builder, Entries entries, ShopSettings settings) {
        this.entries = entries;
        this.settings = settings;
        http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(settings.connectTimeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        JdkClientHttpRequestFactory requests = new JdkClientHttpRequestFactory(http);
        requests.setReadTimeout(settings.deadline());
        client = builder.baseUrl(settings.upstream().toString()).requestFactory(requests).build();
    }

    /** @throws UpstreamFailure if the upstream answered wrongly, too late, or not at all */
    List<Entry> fetch(Call call, int user) {
        long end = System.nanoTime() + settings.deadline().toNanos();
        try {
            // Not closed by RestClient: that would first read the rest of a body that is too large.
            byte[] body = client.get()
                    .uri(Call.URI, call.path(), user)
                    .exchange((request, response) -> read(call, response, end), false);
            return entries.parse(call, body);
        } catch (ResourceAccessException e) {
            throw UpstreamFailure.isTimeout(e) || System.nanoTime() - end >= 0
                    ? UpstreamFailure.timeout(call, e)
                    : UpstreamFailure.failed(call, e);
        }
    }

    /** Reads a body to its end, which lets its connection be used again; anything else ends the connection. */
    private byte[] read(Call call, ClientHttpResponse response, long end) throws IOException {
        try (InputStream in = response.getBody()) {
            if (response.getStatusCode().value() != 200) {
                throw UpstreamFailure.failed(call, "it answered " + response.getStatusCode().value());
            }
            int limit = Math.toIntExact(settings.maxBody().toBytes());
            byte[] body = in.readNBytes(limit + 1);
            if (System.nanoTime() - end >= 0) {
                throw UpstreamFailure.timeout(call, null);
            }
            if (body.length > limit) {
                throw UpstreamFailure.failed(call, "its body has more than " + limit + " bytes");
            }
            return body;
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
