package io.birdseye.benchmarks.process;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What one asks of mock-api beside its data. */
public final class MockAdmin {

    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final String url;

    public MockAdmin(Child mock) {
        this.url = mock.url();
    }

    /** The body that is answered at a path. */
    public byte[] get(String path) throws IOException {
        return send(request(path).build());
    }

    /** Answers that wait for their time. */
    public int pendingDelays() throws IOException {
        return json("/__admin/stats").path("pendingDelays").intValue();
    }

    /** Delays of all requests that come after this one. */
    public void delay(Duration delay) throws IOException {
        set("{\"default\":{\"fixedDelayMilliseconds\":" + delay.toMillis() + "}}");
    }

    /** The same, with no comments and no photos: less data than that makes no overview. */
    public void delayOfLittleData(Duration delay) throws IOException {
        set("{\"default\":{\"fixedDelayMilliseconds\":" + delay.toMillis() + "},"
                + "\"routes\":{\"comments\":{\"payloadBytes\":2},\"photos\":{\"payloadBytes\":2}}}");
    }

    private void set(String settings) throws IOException {
        var _ = send(request("/__admin/settings")
                .PUT(BodyPublishers.ofString(settings))
                .build());
    }

    public void resetDelayError() throws IOException {
        var _ = send(request("/__admin/delay-error").DELETE().build());
    }

    /** How far off delays were since the last reset, as mock-api itself notes it. */
    public double delayErrorP999Millis() throws IOException {
        return json("/__admin/delay-error").path("p999Us").doubleValue() / 1e3;
    }

    private JsonNode json(String path) throws IOException {
        return JsonMapper.shared().readTree(get(path));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(url + path)).timeout(PATIENCE);
    }

    private static byte[] send(HttpRequest request) throws IOException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
            if (answer.statusCode() >= 300) {
                throw new IOException(request.uri() + " answers " + answer.statusCode());
            }
            return answer.body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
