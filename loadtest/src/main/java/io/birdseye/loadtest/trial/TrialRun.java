package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.client.BoundedHttp.Answer;
import io.birdseye.loadtest.client.ServiceClient.StrategyView;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.injectors.InStep;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.plan.TargetPlan;
import io.birdseye.loadtest.plan.TargetRequest;
import io.birdseye.loadtest.program.Endpoint;
import io.birdseye.loadtest.program.MemoryPass;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One strategy, once: starts a fresh service, checks its answer, warms it up, measures it, and ends it. The injector's
 * JVM starts while the answer is checked, to save its start time.
 */
final class TrialRun {

    /** How often the checked request is tried, if its upstreams are told to fail now and then. */
    private static final int ATTEMPTS = 20;

    private static final int UPSTREAM_FAILED = 502;
    private static final int TOO_LATE = 504;
    private static final int COLD_TRIES = 4;

    private final TrialSettings settings;
    private final TrialStore store;
    private final TestBed testBed;
    private final AnswerCheck check;
    private final TrialSlot slot;
    private final String strategy;
    private final Consumer<String> phase;
    private Budget budget = Budget.NONE;
    private Topology topology = Topology.NONE;
    private @Nullable Floor floor;

    /** @param phase is told what is being done, several times a second */
    TrialRun(
            TrialSettings settings, TrialStore store, TestBed testBed, AnswerCheck check, TrialSlot slot,
            Consumer<String> phase) {
        this.settings = settings;
        this.store = store;
        this.testBed = testBed;
        this.check = check;
        this.slot = slot;
        this.strategy = slot.strategy();
        this.phase = what -> phase.accept(slot.words() + ": " + what);
    }

    /** Never throws for what a strategy, a service, the mock or the injector does: that is the trial's outcome. */
    Trial run() throws InterruptedException, IOException {
        try {
            Double before = testBed.isHere() ? MemoryPass.ms() : null;
            Measured measured = measure();
            measured = testBed.isHere() ? measured.withMemory(MemoryPass.meanWith(before)) : measured;
            return new Trial(slot.row(), slot.block(), budget, topology, Trial.Outcome.COMPLETED, null, measured).with(floor);
        } catch (TrialFailure e) {
            return new Trial(slot.row(), slot.block(), budget, topology, Trial.Outcome.FAILED, e.reason(), null);
        }
    }

    private Measured measure() throws TrialFailure, InterruptedException, IOException {
        String log = slot.fileName();
        phase.accept("starting");
        Endpoint mock = testBed.mockEndpoint();
        Path folder = store.emptied(slot);
        try (Endpoint service = testBed.serviceEndpoint(log + "-service", settings.served().setup(slot.row()));
                ServiceClient client = new ServiceClient(service.url())) {
            int mockStops = mock.program().stops();
            Program.Watch watch = () -> {
                service.program().requireAlive();
                mock.program().requireAlive();
                // A mock that stood still does not know it: a call waits in its socket, and its delay seems right.
                mock.program().requireNotStopped(mockStops);
                service.program().requireNotStopped(0);
            };
            try (Injectors injectors = testBed.injectors(log + "-injector", folder);
                    MockClient delays = new MockClient(mock.url())) {
                // They prepare it meanwhile.
                InStep load = injectors.load(plan(service), folder);
                learnBudget(client);
                checkAnswer(client);
                WindowSampler sampler = new WindowSampler(
                        new TellingService(client, service.program(), strategy), injectors,
                        new WindowSampler.Mock(mock.program(), delays), watch, (stage, _) -> phase.accept(stage));
                Measured measured = sampler.run(load, settings.measurement().profile().map(event ->
                                testBed.attach(log + "-profiler", (Program) service.program(), event)),
                        settings.load().duration(), folder, store);
                floor = slot.floor() ? floor(client, watch) : null;
                return measured;
            } catch (TrialFailure e) {
                throw watch.explained(e);
            }
        }
    }

    /** On the warm service, which has nothing else to do any more; null if it does not answer right. */
    private @Nullable Floor floor(ServiceClient client, Program.Watch watch) throws InterruptedException, IOException {
        phase.accept("one request at a time");
        try {
            return FloorRun.calibration(settings, slot.row(), testBed, client, watch).again();
        } catch (TrialFailure e) {
            return null;
        }
    }

    private TargetPlan plan(Endpoint service) {
        LoadPlan load = settings.load();
        return new TargetPlan(
                List.of(TargetRequest.overview(service.url(), settings.served().request(slot.row()), 0)),
                Schedule.steps(load.load(), load.warmUp(), load.duration(), settings.measurement().seedOf(slot.block())),
                load.load().users(), settings.requestTimeout(), 0);
    }

    private void learnBudget(ServiceClient client) throws TrialFailure, InterruptedException {
        StrategyView view = switch (settings.served().budgets()) {
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
        StrategyView found = client.strategies("?ioPoolSize=" + io + "&cpuPoolSize=" + cpu).stream()
                .filter(view -> view.name().equals(strategy))
                .findFirst()
                .orElse(null);
        if (found == null) {
            // Its own words: it may have left the strategy out, and knows why.
            String why = client.get(settings.served().request(slot.row()).pathAndQuery()).statusAndDetail();
            throw new TrialFailure("the service knows no strategy '" + strategy + "': " + why);
        }
        return found;
    }

    private void checkAnswer(ServiceClient client) throws TrialFailure, IOException, InterruptedException {
        phase.accept("checking the answer");
        String path = AnswerCheck.fixed(settings.served().request(slot.row())).pathAndQuery();
        Answer answer = client.get(path);
        for (int i = 1; i < ATTEMPTS && worthAnotherTry(answer.status(), i); i++) {
            answer = client.get(path);
        }
        check.check(strategy, answer);
        store.keepAnswer(slot, answer.body());
    }

    /** A cold service may miss a short deadline once or twice. */
    private boolean worthAnotherTry(int status, int tries) {
        return (settings.work().mayFail() && status == UPSTREAM_FAILED) || (status == TOO_LATE && tries < COLD_TRIES);
    }
}
