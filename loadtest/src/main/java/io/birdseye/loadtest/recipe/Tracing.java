package io.birdseye.loadtest.recipe;

import io.birdseye.loadtest.Progress;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.generate.LoadListener;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.injectors.CoordinatedLoad;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.light.LightClient;
import io.birdseye.loadtest.plan.RequestPlan;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.TestBed;
import io.birdseye.model.Load;
import io.birdseye.report.result.Floor;
import io.birdseye.report.trace.RequestTrace;
import io.birdseye.report.trace.TraceSet.Traced;
import io.birdseye.report.trace.TraceSet.Unanswered;
import io.birdseye.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Traces requests of every strategy on a warm service, and picks the typical one; under load, while others of the same
 * strategy run for {@code window}. Each strategy is warmed up for {@code settle}, and the load runs so long before the
 * first trace. A strategy takes two seconds, the window, and at most one request's timeout.
 */
public record Tracing(
        Served served, Optional<Load> load, Duration window, Duration settle, Path out, Programs programs, Progress progress) {

    private static final Load WARM_UP = Load.closed(4);
    private static final int ALONE = 5;
    private static final Duration START = Duration.ofSeconds(5);
    private static final Duration SETTLE = Duration.ofSeconds(2);
    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final long LOOK_MILLIS = 50;
    private static final Duration APART = Duration.ofMillis(250);
    /** The load beside the traced requests never ends before they do. */
    private static final Duration LAST_TRACES = Duration.ofMinutes(1);
    /** An open load without any bound would add more and more requests to a service that has long fallen behind. */
    private static final int MAX_IN_FLIGHT = 1_000;

    public Tracing(Served served, Optional<Load> load, Duration window, Path out, Programs programs, Progress progress) {
        this(served, load, window, SETTLE, out, programs, progress);
    }

    /** What came of it, each in the order of the strategies. */
    public record Traces(List<Traced> traced, List<Unanswered> unanswered) {}

    /** The traced requests of one strategy, and why the last request without a trace had none. */
    private record Found(List<RequestTrace> traces, String refusal) {}

    public static Duration estimate(Served served, Optional<Load> load, Duration window) {
        Duration alone = served.work().upstreamDelay().multipliedBy(4).plusMillis(50).multipliedBy(ALONE).dividedBy(2);
        return SETTLE.plus(alone).plus(load.isEmpty() ? Duration.ZERO : SETTLE.plus(window))
                .multipliedBy(served.strategies().size()).plus(START);
    }

    /** @throws TrialFailure if a program does not start, or a strategy does not answer although it is alone */
    public Traces run() throws TrialFailure, IOException, InterruptedException {
        Map<String, List<RequestTrace>> alone = new LinkedHashMap<>();
        Map<String, Found> found = new LinkedHashMap<>();
        try (TestBed testBed = new TestBed(1, programs, out);
                Program service = testBed.service(served, "trace-service");
                ServiceClient client = new ServiceClient(service.url())) {
            for (String strategy : served.strategies()) {
                service.requireAlive();
                progress.update(strategy, alone.size(), served.strategies().size());
                String path = served.request(strategy).pathAndQuery();
                warmUp(service.url() + path);
                List<RequestTrace> traces = new ArrayList<>();
                for (int i = 0; i < ALONE; i++) {
                    traces.add(client.trace(path));
                }
                alone.put(strategy, traces);
                found.put(strategy, load.isEmpty()
                        ? new Found(traces, "")
                        : underLoad(testBed, service, client, path, load.get()));
            }
            return typical(found, floor(alone), client.strategies(""));
        }
    }

    /** Without it, classes loaded and code compiled for the first request would count as the strategy's time. */
    private void warmUp(String url) throws TrialFailure, IOException, InterruptedException {
        try (LightClient users = new LightClient(RequestPlan.light(url, WARM_UP, settle))) {
            // What fails here will fail below, where the reason can be told.
            List<LoadSummary> _ = users.run(LoadListener.NONE);
        }
    }

    private Found underLoad(TestBed testBed, Program service, ServiceClient client, String path, Load beside)
            throws TrialFailure, IOException, InterruptedException {
        RequestPlan others = RequestPlan.light(service.url() + path, beside, settle.plus(window).plus(LAST_TRACES)).withConnections(MAX_IN_FLIGHT);
        List<RequestTrace> traces = new ArrayList<>();
        String refusal = "";
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
                Injectors injectors = testBed.injectors("trace-injector", testBed.logs())) {
            CoordinatedLoad background = injectors.load(others, testBed.logs());
            CountDownLatch begun = new CountDownLatch(1);
            Future<List<LoadSummary>> running = threads.submit(() -> background.run(new LoadListener() {
                @Override
                public void measuring() {
                    begun.countDown();
                }
            }));
            while (!running.isDone() && !begun.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
                service.requireAlive();
            }
            Thread.sleep(settle);
            List<Future<RequestTrace>> asked = new ArrayList<>();
            // Not one after the other: a slow service would be traced less, and least when it is slowest.
            for (long left = window.toNanos(); left > 0; left -= APART.toNanos()) {
                asked.add(threads.submit(() -> client.trace(path)));
                Thread.sleep(APART);
            }
            for (Future<RequestTrace> answer : asked) {
                try {
                    traces.add(answer.get());
                } catch (ExecutionException e) {
                    service.requireAlive();
                    refusal = String.valueOf(e.getCause() == null ? e : e.getCause().getMessage());
                }
            }
            background.close();
            List<LoadSummary> _ = running.get();
        } catch (ExecutionException e) {
            throw new TrialFailure("the load beside the traced requests failed: " + e.getCause(), e);
        }
        return new Found(traces, refusal);
    }

    /** The shortest time of each chain of calls and of each combination, whatever the strategy. */
    private Floor floor(Map<String, List<RequestTrace>> alone) {
        Stream<Set<String>> chains = served.work().upstreams().stream().flatMap(List::stream)
                .map(call -> call.chain().stream().map(Scenario.Call::name).collect(Collectors.toSet()));
        Stream<Set<String>> groups = alone.values().iterator().next().getFirst().tasks().stream()
                .filter(task -> task.kind().equals("combine")).map(task -> Set.of(task.name()));
        return new Floor(
                chains.map(names -> shortest(alone, "io", names)).toList(), groups.map(name -> shortest(alone, "combine", name)).toList(), 0);
    }

    /** Of these tasks of one request, in any that ran one of them. */
    private static double shortest(Map<String, List<RequestTrace>> alone, String kind, Set<String> names) {
        return alone.values().stream().flatMap(List::stream)
                .mapToDouble(trace -> trace.tasks().stream()
                        .filter(task -> task.kind().equals(kind) && names.contains(task.name())).mapToDouble(RequestTrace.Task::runMs).sum())
                .filter(ms -> ms > 0).min().orElse(0);
    }

    private static Traces typical(Map<String, Found> found, Floor floor, List<ServiceClient.StrategyView> views) {
        // The floor is that of the fastest topology, here as in a comparison.
        boolean inTurn = views.stream().filter(view -> found.containsKey(view.name())).allMatch(view -> view.topology().callsInTurn());
        List<Traced> traced = new ArrayList<>();
        List<Unanswered> unanswered = new ArrayList<>();
        found.forEach((strategy, all) -> {
            if (all.traces().isEmpty()) {
                unanswered.add(new Unanswered(strategy, all.refusal()));
                return;
            }
            RequestTrace median = all.traces().stream()
                    .sorted(Comparator.comparingDouble(RequestTrace::totalMs))
                    .toList()
                    .get(all.traces().size() / 2);
            traced.add(new Traced(median, floor.latencyMs(inTurn), all.traces().size()));
        });
        return new Traces(traced, unanswered);
    }
}
