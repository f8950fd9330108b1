package io.birdseye.loadtest.trial;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
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
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What the runner asks of a service. */
final class ServiceClient implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int REFUSED = 503;
    private static final int ATTEMPTS = 50;
    private static final long PAUSE_MILLIS = 20;

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String baseUrl;

    ServiceClient(String baseUrl) {
        this.baseUrl = baseUrl;
    }

    String baseUrl() {
        return baseUrl;
    }

    /** A strategy as {@code GET /strategies} describes it. */
    record StrategyView(
            String name, @Nullable Budget publishedBudget, Budget budget, Topology topology) {}

    /** What the service has used since it started; tasks and peaks since the last reset. */
    record ResourcesView(
            long cpuNanos,
            @JsonAlias("compilerNanos") @Nullable Long jitNanos,
            long allocatedBytes,
            long gcPauses,
            double gcPauseMillis,
            int peakThreads,
            @Nullable Long contextSwitches,
            @Nullable Long peakRssBytes,
            String collector,
            String jdk,
            List<String> jvmFlags,
            Counts requests,
            List<Task> tasks,
            List<Reached> concurrency) {

        /** CPU time without that of the JIT compilers, if that is known. */
        long cpuNanosOfProgram() {
            return cpuNanos - (jitNanos == null ? 0 : jitNanos);
        }

        record Counts(long started, long finished, long refused, long failed) {}

        record Task(String name, String kind, long count, long queueNanos, long runNanos) {}

        record Reached(String strategy, int ioPeak, int cpuPeak, @JsonAlias("queuePeak") int inFlightPeak) {}
    }

    /** An answer as it came. */
    record Answer(int status, byte[] body, Map<String, List<String>> headers) {

        String header(String name) {
            return headers.getOrDefault(name, List.of()).stream().findFirst().orElse("");
        }
    }

    List<StrategyView> strategies(String query) throws TrialFailure, InterruptedException {
        return List.of(read("/strategies" + query, StrategyView[].class));
    }

    /** Asks again where a service is so full that it refuses even this. */
    ResourcesView resources() throws TrialFailure, InterruptedException {
        String path = "/internal/resources";
        Answer answer = get(path);
        for (int i = 1; answer.status() == REFUSED && i < ATTEMPTS; i++) {
            Thread.sleep(PAUSE_MILLIS);
            answer = get(path);
        }
        return read(path, answer, ResourcesView.class);
    }

    void resetResources() throws TrialFailure, InterruptedException {
        HttpRequest reset = request("/internal/resources/reset").POST(HttpRequest.BodyPublishers.noBody()).build();
        Answer answer = send(reset);
        for (int i = 1; answer.status() == REFUSED && i < ATTEMPTS; i++) {
            Thread.sleep(PAUSE_MILLIS);
            answer = send(reset);
        }
    }

    /** Runs one request and returns how it went. */
    RequestTrace trace(String pathAndQuery) throws TrialFailure, InterruptedException {
        return read(pathAndQuery.replaceFirst("^/overview/", "/trace/"), RequestTrace.class);
    }

    Answer get(String path) throws TrialFailure, InterruptedException {
        return send(request(path).build());
    }

    CompletableFuture<Integer> status(String path) {
        return http.sendAsync(request(path).build(), HttpResponse.BodyHandlers.discarding())
                .thenApply(HttpResponse::statusCode);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(baseUrl + path)).timeout(PATIENCE);
    }

    private <T> T read(String path, Class<T> type) throws TrialFailure, InterruptedException {
        return read(path, get(path), type);
    }

    private static <T> T read(String path, Answer answer, Class<T> type) throws TrialFailure {
        if (answer.status() != 200) {
            throw new TrialFailure("service answers " + path + " with status " + answer.status());
        }
        try {
            return JSON.readValue(answer.body(), type);
        } catch (JacksonException e) {
            throw new TrialFailure("service answers " + path + " with something else than expected: "
                    + e.getOriginalMessage(), e);
        }
    }

    private Answer send(HttpRequest request) throws TrialFailure, InterruptedException {
        try {
            HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
            return new Answer(response.statusCode(), response.body(), response.headers().map());
        } catch (IOException e) {
            throw new TrialFailure("service does not answer " + request.uri().getPath() + ": " + e, e);
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
