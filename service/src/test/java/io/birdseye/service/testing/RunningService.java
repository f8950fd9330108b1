package io.birdseye.service.testing;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

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
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service on a free port, and a client for it. */
public final class RunningService implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final FakeUpstream upstream;
    private final boolean ownsUpstream;
    private final Service service;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Has an upstream of its own. */
    public RunningService(String... flags) {
        this(new FakeUpstream(), true, flags);
    }

    /** @param flags more settings, as on the command line */
    public RunningService(FakeUpstream upstream, String... flags) {
        this(upstream, false, flags);
    }

    private RunningService(FakeUpstream upstream, boolean ownsUpstream, String... flags) {
        this.upstream = upstream;
        this.ownsUpstream = ownsUpstream;
        try {
            service = new Service(TestSettings.of(upstream.address(), flags));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public FakeUpstream upstream() {
        return upstream;
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
                .method(method, HttpRequest.BodyPublishers.noBody()).build();
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

    /** How long a request took by the service's own clock: the test's client shares the cores with it. */
    public static Duration total(HttpResponse<String> response) {
        String timing = response.headers().firstValue("Server-Timing").orElseThrow();
        String millis = timing.substring(timing.indexOf("total;dur=") + "total;dur=".length());
        return Duration.ofNanos((long) (Double.parseDouble(millis) * 1_000_000));
    }

    /** What is wrong, of an answer that tells it as all do: with a type, the time that it took, and no class of the program. */
    public static JsonNode problem(HttpResponse<String> response, int status) {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.headers().firstValue("Server-Timing").orElseThrow()).contains("total;dur=");
        assertThat(response.body()).doesNotContain("Exception");
        return parse(response);
    }

    /** The answer to a request that there is no room for. */
    public static void assertRefused(HttpResponse<String> response) {
        assertThat(problem(response, 503).get("type").stringValue()).isEqualTo("/problems/overloaded");
        assertThat(response.headers().firstValue("Retry-After")).hasValue("1");
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

    /** A connection on which a path was asked for. */
    public Socket ask(String path) throws IOException {
        Socket socket = connect();
        socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: x\r\n\r\n").getBytes(US_ASCII));
        return socket;
    }

    /** The statuses of the answers to what is sent, as it is, on one connection. */
    public List<Integer> statuses(String requests) throws IOException {
        return RawHttp.statuses(RawHttp.ask(port(), requests));
    }

    @Override
    public void close() {
        client.close();
        service.close();
        if (ownsUpstream) {
            upstream.close();
        }
    }

    /** What comes back if the client closes its side behind the request, before the upstream answers so. */
    public String halfClosed(String request, Behaviour posts) throws IOException {
        CountDownLatch gate = new CountDownLatch(1);
        upstream.requests().clear();
        upstream.behave("/posts", Behaviour.after(gate, posts));
        try (Socket client = connect()) {
            client.getOutputStream().write(request.getBytes(US_ASCII));
            Await.until("the call is on the wire", () -> upstream.requests().contains("/posts"));
            client.shutdownOutput();
            // The selector thread has seen the end of the client's side before these requests.
            for (int i = 0; i < 2; i++) {
                assertThat(get("/health/live").statusCode()).isEqualTo(200);
            }
            gate.countDown();
            return RawHttp.rest(client);
        } finally {
            gate.countDown();
            upstream.behaveWell();
        }
    }

    public void awaitRoom() {
        Await.until("there is room for another connection", () -> {
            try {
                return statuses("GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").equals(List.of(200));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
