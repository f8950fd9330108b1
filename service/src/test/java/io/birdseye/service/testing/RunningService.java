package io.birdseye.service.testing;

import io.birdseye.model.process.ServiceUse;
import io.birdseye.service.Service;
import io.birdseye.service.TestSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service on a free port, and a client for it. */
public final class RunningService implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final Service service;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** @param flags more settings, as on the command line */
    public RunningService(FakeUpstream upstream, String... flags) {
        try {
            service = new Service(TestSettings.of(upstream.address(), flags));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public int port() {
        return service.port();
    }

    /** What it counts. */
    public ServiceUse.Requests requests() {
        return TestSettings.requests(service);
    }

    /** What its strategies do now. */
    public List<ServiceUse.Pool> reached() {
        return TestSettings.reached(service);
    }

    /** How many requests to a strategy have ended with a status. Its metrics have it too, but read a file for each thread. */
    public long ended(String strategy, int status) {
        return TestSettings.ended(service, strategy, status);
    }

    public HttpResponse<String> get(String pathAndQuery) {
        return send("GET", pathAndQuery);
    }

    /** @param headers names and values in turn */
    public HttpResponse<String> get(String pathAndQuery, String... headers) {
        return send(HttpRequest.newBuilder(request("GET", pathAndQuery), (name, value) -> true).headers(headers).build());
    }

    public HttpResponse<String> send(String method, String pathAndQuery) {
        return send(request(method, pathAndQuery));
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public CompletableFuture<HttpResponse<String>> getAsync(String pathAndQuery) {
        return client.sendAsync(request("GET", pathAndQuery), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest request(String method, String pathAndQuery) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + pathAndQuery))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
    }

    public JsonNode json(String pathAndQuery) {
        return parse(get(pathAndQuery));
    }

    /** Requests that have started and not ended, by the answer of {@code /internal/resources}. */
    public static long inProgress(JsonNode resources) {
        JsonNode requests = resources.required("requests");
        return requests.required("started").longValue() - requests.required("finished").longValue();
    }

    public static JsonNode parse(HttpResponse<String> response) {
        return JSON.readTree(response.body());
    }

    /**
     * The metrics, as soon as they contain each of these texts: a request is counted when its end is known, which may be
     * after its client has read the answer.
     */
    public String metricsWith(String... texts) {
        AtomicReference<String> metrics = new AtomicReference<>();
        Await.until("the metrics contain " + List.of(texts), () -> {
            metrics.set(get("/metrics").body());
            return Stream.of(texts).allMatch(metrics.get()::contains);
        });
        return metrics.get();
    }

    /** A connection of one's own, for what an HTTP client would not do. */
    public Socket connect() throws IOException {
        return new Socket("127.0.0.1", port());
    }

    @Override
    public void close() {
        client.close();
        service.close();
    }
}
