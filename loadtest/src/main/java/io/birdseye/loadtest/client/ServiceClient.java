package io.birdseye.loadtest.client;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp.Answer;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.report.trace.RequestTrace;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A client of the service. One client may be used by many threads. */
public final class ServiceClient implements AutoCloseable {

    private static final String RESOURCES = "/internal/resources";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int REFUSED = 503;
    private static final int ATTEMPTS = 50;
    private static final long PAUSE_MILLIS = 20;

    private final ProgramClient service;

    public ServiceClient(String baseUrl) {
        service = new ProgramClient("service", baseUrl, PATIENCE);
    }

    public String baseUrl() {
        return service.baseUrl();
    }

    /** A strategy as {@code GET /strategies} describes it. */
    public record StrategyView(
            String name, @Nullable Budget publishedBudget, Budget budget, Topology topology) {}

    public List<StrategyView> strategies(String query) throws TrialFailure, InterruptedException {
        return List.of(service.read("/strategies" + query, StrategyView[].class));
    }

    /** What the service has used. Asks again where it is so full that it refuses even this. */
    public ServiceUse resources() throws TrialFailure, InterruptedException {
        return service.read(RESOURCES, patiently(service.request(RESOURCES).build()), ServiceUse.class);
    }

    /** Counts tasks and peaks anew. Asks again where a service is so full that it refuses even this. */
    public void resetResources() throws TrialFailure, InterruptedException {
        Answer _ = patiently(
                service.request(RESOURCES + "/reset").POST(HttpRequest.BodyPublishers.noBody()).build());
    }

    private Answer patiently(HttpRequest request) throws TrialFailure, InterruptedException {
        Answer answer = service.send(request);
        for (int i = 1; answer.status() == REFUSED && i < ATTEMPTS; i++) {
            Thread.sleep(PAUSE_MILLIS);
            answer = service.send(request);
        }
        return answer;
    }

    public RequestTrace trace(String pathAndQuery) throws TrialFailure, InterruptedException {
        return service.read(pathAndQuery.replaceFirst("^/overview/", "/trace/"), RequestTrace.class);
    }

    public Answer get(String path) throws TrialFailure, InterruptedException {
        return service.send(path);
    }

    /** Closes the connection if there is no whole answer by then. */
    public Answer get(String path, Duration atMost) throws TrialFailure, InterruptedException {
        return service.send(service.request(path).timeout(atMost).build());
    }

    @Override
    public void close() {
        service.close();
    }
}
