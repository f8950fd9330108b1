package io.birdseye.loadtest.trial;

import io.birdseye.report.trace.RequestTrace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Traces one request of every strategy on a warm service that does nothing else. */
public final class Tracing {

    private static final int WARM_UP_ROUNDS = 8;
    private static final int AT_ONCE = 4;

    private final ComparisonSettings settings;
    private final Programs programs;
    private final Progress progress;

    /** @param settings load, warm-up, duration and blocks play no part */
    public Tracing(ComparisonSettings settings, Programs programs, Progress progress) {
        this.settings = settings;
        this.programs = programs;
        this.progress = progress;
    }

    /**
     * @return a trace for each strategy, in the order of the settings
     * @throws TrialFailure if a program does not start or a strategy does not answer
     * @throws IOException if the folder of the logs cannot be written to
     */
    public List<RequestTrace> run() throws TrialFailure, IOException, InterruptedException {
        TrialStore store = new TrialStore(settings);
        try (Stage stage = new Stage(settings, programs, store)) {
            Stage.Running mock = stage.mock();
            Stage.Running service = stage.service("trace-service", mock.url());
            try (ChildProcess process = service.process();
                    ServiceClient client = new ServiceClient(service.url())) {
                List<RequestTrace> traces = new ArrayList<>();
                for (String strategy : settings.strategies()) {
                    process.requireAlive();
                    progress.update(strategy, traces.size(), settings.strategies().size());
                    String path = stage.request(strategy).pathAndQuery();
                    warmUp(client, path);
                    traces.add(client.trace(path));
                }
                return traces;
            }
        }
    }

    /** Classes loaded and code compiled for the first request would be taken for the strategy's own time. */
    private static void warmUp(ServiceClient client, String path) {
        for (int round = 0; round < WARM_UP_ROUNDS; round++) {
            List<CompletableFuture<Integer>> burst = new ArrayList<>();
            for (int i = 0; i < AT_ONCE; i++) {
                burst.add(client.status(path));
            }
            for (CompletableFuture<Integer> answer : burst) {
                // What fails here will fail below, where it can be told why.
                Integer _ = answer.exceptionally(failure -> 0).join();
            }
        }
    }
}
