package io.birdseye.loadtest.client;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.trace.RequestTrace;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/** A client of the service. One client may be used by many threads. */
public final class ServiceClient implements AutoCloseable {

    private static final String RESOURCES = "/internal/resources";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int REFUSED = 503;
    private static final int ATTEMPTS = 50;
    private static final long PAUSE_MILLIS = 20;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String baseUrl;

    public ServiceClient(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    public String baseUrl() {
        return baseUrl;
    }

    /** A strategy as {@code GET /strategies} describes it. */
    public record StrategyView(
            String name, @Nullable Budget publishedBudget, Budget budget, Topology topology) {}

    /** An answer as it came. */
    public record Answer(int status, byte[] body, Map<String, List<String>> headers) {

        private static final int MOST_CHARACTERS = 200;

        static Answer of(HttpResponse<byte[]> response) {
            return new Answer(response.statusCode(), response.body(), response.headers().map());
        }

        /** The status and, where the answer is problem details, what they say; in a line of bounded length. */
        public String statusAndDetail() {
            String detail;
            try {
                detail = ResultsFile.JSON.readTree(body).path("detail").asString("");
            } catch (JacksonException e) {
                detail = "";
            }
            String line = detail.replaceAll("\\s+", " ").strip();
            return "status " + status
                    + (line.isEmpty() ? "" : ": " + line.substring(0, Math.min(MOST_CHARACTERS, line.length())));
        }

        public String header(String name) {
            return headers.getOrDefault(name, List.of()).stream().findFirst().orElse("");
        }
    }

    public List<StrategyView> strategies(String query) throws TrialFailure, InterruptedException {
        return List.of(read("/strategies" + query, StrategyView[].class));
    }

    /** What the service has used. Asks again where it is so full that it refuses even this. */
    public ServiceUse resources() throws TrialFailure, InterruptedException {
        HttpRequest look = request(RESOURCES).build();
        return read(RESOURCES, patiently(look), ServiceUse.class);
    }

    /** Counts tasks and peaks anew. Asks again where a service is so full that it refuses even this. */
    public void resetResources() throws TrialFailure, InterruptedException {
        Answer _ = patiently(
                request(RESOURCES + "/reset").POST(HttpRequest.BodyPublishers.noBody()).build());
    }

    private Answer patiently(HttpRequest request) throws TrialFailure, InterruptedException {
        Answer answer = send(request);
        for (int i = 1; answer.status() == REFUSED && i < ATTEMPTS; i++) {
            Thread.sleep(PAUSE_MILLIS);
            answer = send(request);
        }
        return answer;
    }

    /** Runs one request and returns how it went. */
    public RequestTrace trace(String pathAndQuery) throws TrialFailure, InterruptedException {
        return read(pathAndQuery.replaceFirst("^/overview/", "/trace/"), RequestTrace.class);
    }

    public Answer get(String path) throws TrialFailure, InterruptedException {
        return send(request(path).build());
    }

    /** Asks without waiting. */
    public CompletableFuture<Answer> ask(String path) {
        return http.sendAsync(request(path).build(), HttpResponse.BodyHandlers.ofByteArray())
                .thenApply(Answer::of);
    }

    /** Asks, and closes the connection after a moment: a client that does not wait for its answer. */
    public void askAndLeave(String path, Duration after) throws InterruptedException {
        CompletableFuture<HttpResponse<Void>> asked =
                http.sendAsync(request(path).build(), HttpResponse.BodyHandlers.discarding());
        try {
            HttpResponse<Void> _ = asked.get(after.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // Most answers take longer than that.
        }
        boolean _ = asked.cancel(true);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(baseUrl + path)).timeout(PATIENCE);
    }

    private <T> T read(String path, Class<T> type) throws TrialFailure, InterruptedException {
        return read(path, get(path), type);
    }

    private static <T> T read(String path, Answer answer, Class<T> type) throws TrialFailure {
        if (answer.status() != 200) {
            throw new TrialFailure("service answers " + path + " with " + answer.statusAndDetail());
        }
        try {
            return ResultsFile.JSON.readValue(answer.body(), type);
        } catch (JacksonException e) {
            throw new TrialFailure("service answers " + path + " with something else than expected: "
                    + e.getOriginalMessage(), e);
        }
    }

    private Answer send(HttpRequest request) throws TrialFailure, InterruptedException {
        try {
            return Answer.of(http.send(request, HttpResponse.BodyHandlers.ofByteArray()));
        } catch (IOException e) {
            throw new TrialFailure(
                    "service does not answer " + request.uri().getPath() + ": " + e + LostThreads.words(), e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
