package io.birdseye.loadtest.trial;

import static java.util.Objects.requireNonNull;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp.Answer;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.client.OverviewRequest;
import io.birdseye.loadtest.client.ServiceClient;
import io.birdseye.loadtest.client.ServiceClient.StrategyView;
import io.birdseye.loadtest.plan.Request;
import io.birdseye.loadtest.program.Participant;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.Budget;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.report.result.Floor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A fresh service of Birdseye for a trial of one strategy. It tells at {@code /internal/resources} what it has used. */
final class StrategyService extends MeasuredService {

    /** How often the checked request is tried, if its upstreams are told to fail now and then. */
    private static final int ATTEMPTS = 20;

    private static final int UPSTREAM_FAILED = 502;
    private static final int TOO_LATE = 504;
    private static final int COLD_TRIES = 4;

    private final TrialSettings settings;
    private final TrialSlot slot;
    private final TestBed testBed;
    private final AnswerCheck check;
    private final OverviewRequest request;
    private final Participant upstreams;
    private final int mockStops;
    private final Participant service;
    private final ServiceClient client;
    private @Nullable ServiceUse first;

    StrategyService(TrialSettings settings, TrialSlot slot, TestBed testBed, AnswerCheck check)
            throws TrialFailure, InterruptedException {
        Served served = settings.served();
        OverviewRequest asked = served.request(slot.row());
        Participant mockApi = testBed.mockAnywhere(served);
        int stops = mockApi.stops();
        Participant started = testBed.serviceAnywhere(served, slot.fileName() + "-service", served.setup(slot.row()));
        super(
                List.of(Request.overview(started.url(), asked, 0)),
                started instanceof Program here ? OptionalLong.of(here.pid()) : OptionalLong.empty(),
                new Mock(mockApi, new MockClient(mockApi.url())), true);
        this.settings = settings;
        this.slot = slot;
        this.testBed = testBed;
        this.check = check;
        request = asked;
        upstreams = mockApi;
        mockStops = stops;
        service = started;
        client = new ServiceClient(started.url());
    }

    @Override
    public void look() throws TrialFailure, InterruptedException {
        service.requireAlive();
        upstreams.requireAlive();
        // A mock that stood still does not know it: a call waits in its socket, and its delay seems right.
        upstreams.requireNotStopped(mockStops);
        service.requireNotStopped(0);
    }

    @Override
    void check(Path folder, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {
        learnBudget();
        phase.accept("checking the answer");
        String path = AnswerCheck.fixed(request).pathAndQuery();
        Answer answer = client.send(path);
        for (int i = 1; i < ATTEMPTS && worthAnotherTry(answer.status(), i); i++) {
            answer = client.send(path);
        }
        check.check(slot.strategy(), settings.work(), answer);
        TrialStore.keepAnswer(folder, answer.body());
    }

    /** A cold service may miss a short deadline once or twice. */
    private boolean worthAnotherTry(int status, int tries) {
        return status == TOO_LATE && tries < COLD_TRIES
                || settings.work().mayFail() && (status == UPSTREAM_FAILED || status == TOO_LATE);
    }

    private void learnBudget() throws TrialFailure, InterruptedException {
        StrategyView view = switch (settings.served().budgets()) {
            case Budgets.Equal(int io, int cpu) -> view(io, cpu);
            case Budgets.Published() -> {
                Budget published = view(1, 1).publishedBudget();
                if (published == null) {
                    throw new TrialFailure(slot.strategy() + " has no published budget");
                }
                yield view(published.ioConcurrency(), published.cpuConcurrency());
            }
        };
        budget = view.budget();
        topology = view.topology();
    }

    private StrategyView view(int io, int cpu) throws TrialFailure, InterruptedException {
        for (StrategyView view : client.strategies("?ioPoolSize=" + io + "&cpuPoolSize=" + cpu)) {
            if (view.name().equals(slot.strategy())) {
                return view;
            }
        }
        // Its own words: it may have left the strategy out, and knows why.
        String why = client.send(request.pathAndQuery()).statusAndDetail();
        throw new TrialFailure("the service knows no strategy '" + slot.strategy() + "': " + why);
    }

    /** Null also if it does not answer right. */
    @Override
    @Nullable Floor floor(Consumer<String> phase) throws IOException, InterruptedException {
        if (!slot.floor()) {
            return null;
        }
        phase.accept("one request at a time");
        try {
            return FloorRun.calibration(settings, slot.row(), client, this).again();
        } catch (TrialFailure e) {
            return null;
        }
    }

    @Override
    Participant.Use around() throws TrialFailure, InterruptedException {
        return service.use();
    }

    @Override
    void resetPeaks() throws TrialFailure, InterruptedException {
        client.resetResources();
    }

    @Override
    void begin() throws TrialFailure, InterruptedException {
        first = client.resources();
    }

    @Override
    ServiceUse end() throws TrialFailure, InterruptedException {
        return client.resources().since(requireNonNull(first, "a window ends that has not begun"));
    }

    @Override
    ServiceUse.Concurrency peak(ServiceUse used) {
        return used.peak(slot.strategy());
    }

    @Override
    public void close() {
        client.close();
        super.close();
        service.close();
    }
}
