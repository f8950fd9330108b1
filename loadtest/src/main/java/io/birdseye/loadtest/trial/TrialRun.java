package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.LoadSettings.WarmUp;
import io.birdseye.loadtest.LoadSummary;
import io.birdseye.loadtest.OverviewRequest.BudgetChoice;
import io.birdseye.loadtest.trial.ComparisonSettings.Budgets;
import io.birdseye.loadtest.trial.ServiceClient.Answer;
import io.birdseye.loadtest.trial.ServiceClient.StrategyView;
import io.birdseye.model.Budget;
import io.birdseye.model.Load;
import io.birdseye.model.Topology;
import io.birdseye.report.latency.LatencyLog;
import io.birdseye.report.latency.LatencyProfile;
import io.birdseye.report.latency.Steadiness;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.Trial;
import io.birdseye.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * One strategy, once: a fresh service, its answer checked, warmed up and measured, and ended. The injector's JVM starts
 * while the answer is checked, so that nothing waits for it.
 */
final class TrialRun {

    private static final Duration SLACK = Duration.ofSeconds(60);
    /** So often a request is tried whose upstreams were told to fail now and then. */
    private static final int ATTEMPTS = 20;
    private static final int UPSTREAM_FAILED = 502;
    private static final int TOO_LATE = 504;
    private static final int COLD_TRIES = 4;
    private static final Duration DYING = Duration.ofMillis(300);

    private final ComparisonSettings settings;
    private final Stage stage;
    private final TrialStore store;
    private final AnswerCheck check;
    private final String strategy;
    private final int block;
    private final Consumer<String> phase;
    private Budget budget = Budget.NONE;
    private Topology topology = Topology.NONE;

    /** @param phase hears what is being done, also to say that it still is */
    TrialRun(
            ComparisonSettings settings,
            Stage stage,
            TrialStore store,
            AnswerCheck check,
            String strategy,
            int block,
            Consumer<String> phase) {
        this.settings = settings;
        this.stage = stage;
        this.store = store;
        this.check = check;
        this.strategy = strategy;
        this.block = block;
        this.phase = phase;
    }

    /** Never throws for what a strategy, a service, the mock or the injector does: that is the trial's outcome. */
    Trial run() throws InterruptedException, IOException {
        try {
            Measured measured = measure();
            return new Trial(strategy, block, budget, topology, Trial.Outcome.COMPLETED, null, measured);
        } catch (TrialFailure e) {
            return new Trial(strategy, block, budget, topology, Trial.Outcome.FAILED, e.reason(), null);
        }
    }

    private Measured measure() throws TrialFailure, InterruptedException, IOException {
        String log = block + "-" + strategy;
        tell("starting");
        Stage.Running mock = stage.mock();
        Stage.Running service = stage.service(log + "-service", mock.url());
        try (ChildProcess serviceProcess = service.process();
                ServiceClient client = new ServiceClient(service.url())) {
            learnBudget(client);
            Path folder = store.folder(block, strategy);
            deleteOld(folder);
            try (ChildProcess injector = stage.injector(log + "-injector", properties(service.url(), folder))) {
                ChildProcess.Watch watch = () -> {
                    serviceProcess.requireAlive();
                    mock.process().requireAlive();
                };
                try {
                    checkAnswer(client);
                    return measure(client, injector, mock, watch, folder);
                } catch (TrialFailure e) {
                    // That it died explains more than that it does not answer.
                    serviceProcess.awaitDeath(DYING);
                    watch.look();
                    throw e;
                }
            }
        }
    }

    private void learnBudget(ServiceClient client) throws TrialFailure, InterruptedException {
        StrategyView view = switch (settings.budgets()) {
            case Budgets.Equal(int io, int cpu) -> view(client, io, cpu);
            case Budgets.Published() -> {
                Budget published = view(client, 1, 1).publishedBudget();
                if (published == null) {
                    throw new TrialFailure(strategy + " has no published budget");
                }
                yield view(client, published.ioConcurrency(), published.cpuConcurrency());
            }
        };
        budget = view.budget();
        topology = view.topology();
    }

    private StrategyView view(ServiceClient client, int io, int cpu) throws TrialFailure, InterruptedException {
        return client.strategies("?ioPoolSize=" + io + "&cpuPoolSize=" + cpu).stream()
                .filter(view -> view.name().equals(strategy))
                .findFirst()
                .orElseThrow(() -> new TrialFailure("the service knows no strategy '" + strategy + "'"));
    }

    private void checkAnswer(ServiceClient client) throws TrialFailure, InterruptedException {
        tell("checking the answer");
        String path = AnswerCheck.fixed(stage.request(strategy)).pathAndQuery();
        Answer answer = client.get(path);
        boolean mayFail = settings.scenario().map(ScenarioFile::mayFail).orElse(false);
        for (int i = 1; i < ATTEMPTS && worthAnotherTry(answer.status(), mayFail, i); i++) {
            answer = client.get(path);
        }
        check.check(strategy, answer);
    }

    /** A cold service may miss a short deadline once or twice. */
    private static boolean worthAnotherTry(int status, boolean mayFail, int tries) {
        return (mayFail && status == UPSTREAM_FAILED) || (status == TOO_LATE && tries < COLD_TRIES);
    }

    private Measured measure(
            ServiceClient client, ChildProcess injector, Stage.Running mock, ChildProcess.Watch watch, Path folder)
            throws TrialFailure, InterruptedException {
        Path histogram = folder.resolve("latencies.hlog");
        try (MockClient delays = new MockClient(mock.url())) {
            awaitMark(injector, "warmup-start", Duration.ZERO, watch, "starting the injector");
            awaitMark(injector, "measure-start", settings.warmUp().span(), watch, "warming up");
            delays.reset();
            client.resetResources();
            Window.Sample begin = sample(client, injector, mock.process());
            awaitMark(injector, "measure-end", settings.duration(), watch, "measuring");
            Window.Sample end = sample(client, injector, mock.process());
            Optional<Double> delayError = delays.delayErrorP99Ms();
            injector.awaitEnd(settings.requestTimeout().plus(SLACK), watching("awaiting the last answers", watch));
            Measured measured =
                    new Window(begin, end).measured(summary(folder), strategy, store.relative(histogram), delayError);
            return judged(measured, histogram);
        }
    }

    /** Without a single right answer there is no course to judge. */
    private static Measured judged(Measured measured, Path histogram) {
        try {
            return measured.with(Steadiness.judge(LatencyProfile.seconds(LatencyLog.read(histogram))));
        } catch (IOException e) {
            return measured;
        }
    }

    private void awaitMark(
            ChildProcess injector, String mark, Duration expected, ChildProcess.Watch watch, String what)
            throws TrialFailure, InterruptedException {
        String line = "BIRDSEYE " + mark;
        tell(what);
        injector.awaitLine(text -> text.startsWith(line), mark, expected.plus(SLACK), watching(what, watch));
    }

    private ChildProcess.Watch watching(String what, ChildProcess.Watch watch) {
        return () -> {
            tell(what);
            watch.look();
        };
    }

    /** The other processes first: the service may take its time. */
    private static Window.Sample sample(ServiceClient client, ChildProcess injector, ChildProcess mock)
            throws TrialFailure, InterruptedException {
        Optional<Duration> injectorCpu = ProcessCpu.of(injector.pid());
        Optional<Duration> mockCpu = ProcessCpu.of(mock.pid());
        Optional<MachineTime> machine = MachineTime.now();
        long othersNanos = System.nanoTime();
        ServiceClient.ResourcesView resources = client.resources();
        return new Window.Sample(System.nanoTime(), resources, injectorCpu, mockCpu, othersNanos, machine);
    }

    private LoadSummary summary(Path folder) throws TrialFailure {
        try {
            return JsonMapper.shared().readValue(Files.readString(folder.resolve("window.json")), LoadSummary.class);
        } catch (IOException | JacksonException e) {
            throw new TrialFailure("injector left no summary: " + e.getMessage(), e);
        }
    }

    private List<String> properties(String url, Path folder) {
        List<String> properties = new ArrayList<>(List.of("baseUrl=" + url, "strategy=" + strategy));
        switch (stage.request(strategy).budget()) {
            case BudgetChoice.Published() -> properties.add("budget=published");
            case BudgetChoice.Pools(var io, var cpu) -> {
                io.ifPresent(size -> properties.add("ioPoolSize=" + size));
                cpu.ifPresent(size -> properties.add("cpuPoolSize=" + size));
            }
        }
        Load load = settings.load();
        WarmUp warmUp = settings.warmUp();
        properties.addAll(List.of(
                "sharedMemory=" + Stage.plain(settings.memoryMegabytes()),
                "layout=" + settings.layout(),
                switch (load.model()) {
                    case OPEN -> "rate=" + load.ratePerSecond();
                    case CLOSED -> "users=" + load.users();
                },
                "duration=" + settings.duration().toMillis() + "ms",
                "warmUp=" + warmUp.total().toMillis() + "ms",
                "warmUpCycles=" + warmUp.cycles(),
                "warmUpPause=" + warmUp.pause().toMillis() + "ms",
                "requestTimeout=" + settings.requestTimeout().toMillis() + "ms",
                "out=" + folder));
        return properties;
    }

    /** What an interrupted trial left would be taken for this one's. */
    private static void deleteOld(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.deleteIfExists(folder.resolve("window.json"));
        Files.deleteIfExists(folder.resolve("latencies.hlog"));
    }

    private void tell(String what) {
        phase.accept("block " + block + ", " + strategy + ": " + what);
    }
}
