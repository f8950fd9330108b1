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
public final class ServiceClient extends ProgramClient {

    private static final String RESOURCES = "/internal/resources";
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int REFUSED = 503;
    private static final int ATTEMPTS = 50;
    private static final long PAUSE_MILLIS = 20;

    public ServiceClient(String baseUrl) {
        super("service", baseUrl, PATIENCE);
    }

    /** A strategy as {@code GET /strategies} describes it. */
    public record StrategyView(
            String name, @Nullable Budget publishedBudget, Budget budget, Topology topology) {}

    public List<StrategyView> strategies(String query) throws TrialFailure, InterruptedException {
        return List.of(read("/strategies" + query, StrategyView[].class));
    }

    /** What the service has used. Asks again where it is so full that it refuses even this. */
    public ServiceUse resources() throws TrialFailure, InterruptedException {
        return read(RESOURCES, patiently(request(RESOURCES).build()), ServiceUse.class);
    }

    /** Counts tasks and peaks anew. Asks again where a service is so full that it refuses even this. */
    public void resetResources() throws TrialFailure, InterruptedException {
        Answer _ = patiently(request(RESOURCES + "/reset").POST(HttpRequest.BodyPublishers.noBody()).build());
    }

    private Answer patiently(HttpRequest request) throws TrialFailure, InterruptedException {
        Answer answer = send(request);
        for (int i = 1; answer.status() == REFUSED && i < ATTEMPTS; i++) {
            Thread.sleep(PAUSE_MILLIS);
            answer = send(request);
        }
        return answer;
    }

    public RequestTrace trace(String pathAndQuery) throws TrialFailure, InterruptedException {
        return read(pathAndQuery.replaceFirst("^/overview/", "/trace/"), RequestTrace.class);
    }

    /** Closes the connection if there is no whole answer by then. */
    public Answer send(String path, Duration atMost) throws TrialFailure, InterruptedException {
        return send(request(path).timeout(atMost).build());
    }
}
