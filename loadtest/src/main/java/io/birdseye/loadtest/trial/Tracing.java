package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.trial.ServiceClient.StrategyView;
import io.birdseye.model.Load;
import io.birdseye.report.result.Floor;
import io.birdseye.report.trace.RequestTrace;
import io.birdseye.report.trace.TraceSet.Traced;
import io.birdseye.report.trace.TraceSet.Unanswered;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Traces requests of every strategy on a warm service, and picks the typical one. Without a load the service does
 * nothing else; with one, other requests of the same strategy run beside it.
 *
 * <p>With a load a strategy takes its window, two seconds before it and at most one request's patience behind it.
 */
public final class Tracing {

    private static final int WARM_UP_ROUNDS = 8;
    private static final int AT_ONCE = 4;
    private static final int ALONE = 5;
    private static final Duration SETTLE = Duration.ofSeconds(2);
    private static final Duration APART = Duration.ofMillis(250);

    private final ComparisonSettings settings;
    private final Optional<Load> load;
    private final Programs programs;
    private final Progress progress;

    /**
     * @param settings how the programs run; the duration is the window in which requests are traced under load.
     *     Their load, warm-up and blocks play no part
     * @param load what runs beside the traced requests
     */
    public Tracing(ComparisonSettings settings, Optional<Load> load, Programs programs, Progress progress) {
        this.settings = settings;
        this.load = load;
        this.programs = programs;
        this.progress = progress;
    }

    /** What came of it, each in the order of the settings. */
    public record Outcome(List<Traced> traced, List<Unanswered> unanswered) {}

    /**
     * @throws TrialFailure if a program does not start, or a strategy does not answer although it is alone
     * @throws IOException if the folder of the logs cannot be written to
     */
    public Outcome run() throws TrialFailure, IOException, InterruptedException {
        TrialStore store = new TrialStore(settings);
        try (Stage stage = new Stage(settings, programs, store)) {
            Stage.Running mock = stage.mock();
            Stage.Running service = stage.service("trace-service", mock.url());
            try (ChildProcess process = service.process();
                    ServiceClient client = new ServiceClient(service.url())) {
                return new Visits(stage, process, client).all();
            }
        }
    }

    /** One after the other: what each strategy did, alone or under load. */
    private final class Visits {

        private final Stage stage;
        private final ChildProcess process;
        private final ServiceClient client;
        private final Map<String, List<RequestTrace>> typical = new LinkedHashMap<>();
        private final List<Unanswered> unanswered = new ArrayList<>();
        private final Map<String, Double> bestCalls = new LinkedHashMap<>();
        private final Map<String, Double> bestCombinations = new LinkedHashMap<>();

        Visits(Stage stage, ChildProcess process, ServiceClient client) {
            this.stage = stage;
            this.process = process;
            this.client = client;
        }

        Outcome all() throws TrialFailure, InterruptedException {
            int done = 0;
            for (String strategy : settings.strategies()) {
                process.requireAlive();
                progress.update(strategy, done, settings.strategies().size());
                String path = stage.request(strategy).pathAndQuery();
                warmUp(client, path);
                List<RequestTrace> alone = alone(path);
                if (load.isPresent()) {
                    underLoad(strategy, path, load.get());
                } else {
                    typical.put(strategy, alone);
                }
                done++;
            }
            return outcome();
        }

        private List<RequestTrace> alone(String path) throws TrialFailure, InterruptedException {
            List<RequestTrace> traces = new ArrayList<>();
            for (int i = 0; i < ALONE; i++) {
                RequestTrace trace = client.trace(path);
                traces.add(trace);
                for (RequestTrace.Task task : trace.tasks()) {
                    switch (task.kind()) {
                        case "io" -> bestCalls.merge(task.name(), task.runMs(), Math::min);
                        case "combine" -> bestCombinations.merge(task.name(), task.runMs(), Math::min);
                        default -> {}
                    }
                }
            }
            return traces;
        }

        private void underLoad(String strategy, String path, Load beside) throws TrialFailure, InterruptedException {
            List<Future<RequestTrace>> asked = new ArrayList<>();
            List<RequestTrace> traces = new ArrayList<>();
            String refusal = "";
            try (var _ = BackgroundLoad.start(new ServiceClient(client.baseUrl()), path, beside);
                    ExecutorService visitors = Executors.newVirtualThreadPerTaskExecutor()) {
                Thread.sleep(SETTLE);
                // Not one after the other: a slow service would be traced less, and least when it is slowest.
                for (long left = settings.duration().toNanos(); left > 0; left -= APART.toNanos()) {
                    asked.add(visitors.submit(() -> client.trace(path)));
                    Thread.sleep(APART);
                }
                for (Future<RequestTrace> answer : asked) {
                    try {
                        traces.add(answer.get());
                    } catch (ExecutionException e) {
                        process.requireAlive();
                        refusal = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
                    }
                }
            }
            if (traces.isEmpty()) {
                unanswered.add(new Unanswered(strategy, refusal));
            } else {
                typical.put(strategy, traces);
            }
        }

        private Outcome outcome() throws TrialFailure, InterruptedException {
            Floor floor = new Floor(List.copyOf(bestCalls.values()), List.copyOf(bestCombinations.values()), 0);
            Map<String, StrategyView> views = new HashMap<>(client.strategies("").stream()
                    .collect(Collectors.toMap(StrategyView::name, Function.identity())));
            List<Traced> traced = new ArrayList<>();
            typical.forEach((strategy, traces) -> {
                StrategyView view = views.get(strategy);
                boolean inTurn = view != null && view.topology().callsInTurn();
                traced.add(new Traced(median(traces), floor.latencyMs(inTurn), traces.size()));
            });
            return new Outcome(traced, unanswered);
        }
    }

    private static RequestTrace median(List<RequestTrace> traces) {
        return traces.stream()
                .sorted(Comparator.comparingDouble(RequestTrace::totalMs))
                .toList()
                .get(traces.size() / 2);
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
