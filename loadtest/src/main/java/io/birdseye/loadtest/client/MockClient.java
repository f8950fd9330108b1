package io.birdseye.loadtest.client;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp.Answer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** A client of mock-api's administration. One client may be used by many threads. */
public final class MockClient extends ProgramClient {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String DELAY_ERROR = "/__admin/delay-error";

    public MockClient(String baseUrl) {
        super("mock-api", baseUrl, PATIENCE);
    }

    /** How far delays were from what was configured, over all requests since the last reset. */
    public record DelayError(double p99Ms, double p999Ms) {}

    /** Forgets the delay errors so far. An upstream that is not mock-api ignores it. */
    public void resetDelayError() throws InterruptedException {
        Optional<Answer> _ = answer(request(DELAY_ERROR).DELETE().build());
    }

    /** Since the last reset; empty if there was no delay, or if the upstream is not mock-api. */
    public Optional<DelayError> delayError() throws InterruptedException {
        return answer(request(DELAY_ERROR).build())
                .filter(answer -> answer.status() == 200)
                .flatMap(answer -> read(answer.body()));
    }

    private static Optional<DelayError> read(byte[] body) {
        try {
            return Optional.of(JsonMapper.shared().readTree(body))
                    .filter(report -> report.path("count").asLong(0) > 0 && report.path("p99Us").isNumber())
                    .map(report -> new DelayError(
                            report.path("p99Us").doubleValue() / 1e3, report.path("p999Us").asDouble(0) / 1e3));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    public int pendingDelays() throws TrialFailure, InterruptedException {
        return JsonMapper.shared().readTree(get("/__admin/stats")).path("pendingDelays").asInt(0);
    }

    /** How often each route has been asked for since mock-api was started, by its name. */
    public Map<String, Long> requests() throws TrialFailure, InterruptedException {
        Map<String, Long> requests = new TreeMap<>();
        JsonMapper.shared().readTree(get("/__admin/stats")).path("routes").propertyStream()
                .forEach(route -> requests.put(route.getKey(), route.getValue().path("requests").asLong(0)));
        return requests;
    }

    /** Takes effect from now on. Settings have the form of mock-api/README.md, and are written as JSON. */
    public void settings(Object settings) throws TrialFailure, InterruptedException {
        byte[] json = JsonMapper.shared().writeValueAsBytes(settings);
        Answer _ = accepted(request("/__admin/settings").PUT(BodyPublishers.ofByteArray(json)).build());
    }

    public byte[] get(String path) throws TrialFailure, InterruptedException {
        return accepted(request(path).build()).body();
    }

    private Optional<Answer> answer(HttpRequest request) throws InterruptedException {
        try {
            return Optional.of(send(request));
        } catch (TrialFailure e) {
            return Optional.empty();
        }
    }
}
