package io.birdseye.loadtest.trial;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the runner asks of mock-api: how far its delays were off. An upstream that is not ours does not tell. */
final class MockClient implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final URI delayError;

    MockClient(String url) {
        delayError = URI.create(url + "/__admin/delay-error");
    }

    /** Forgets what was before. */
    void reset() throws InterruptedException {
        Optional<HttpResponse<String>> _ = send(request().DELETE());
    }

    /** Since the last reset; empty where it does not tell or there was no delay. */
    Optional<Double> delayErrorP99Ms() throws InterruptedException {
        return send(request()).filter(answer -> answer.statusCode() == 200).flatMap(answer -> p99Ms(answer.body()));
    }

    private static Optional<Double> p99Ms(String body) {
        try {
            JsonNode report = JsonMapper.shared().readTree(body);
            JsonNode p99Us = report.path("p99Us");
            return report.path("count").asLong(0) > 0 && p99Us.isNumber()
                    ? Optional.of(p99Us.doubleValue() / 1_000)
                    : Optional.empty();
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    private HttpRequest.Builder request() {
        return HttpRequest.newBuilder(delayError).timeout(PATIENCE);
    }

    private Optional<HttpResponse<String>> send(HttpRequest.Builder request) throws InterruptedException {
        try {
            return Optional.of(http.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException e) {
            // A mock that has died is told of by who watches its process.
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
