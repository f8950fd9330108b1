package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.plan.AnswerProbe;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.WholeFile;
import io.birdseye.scenario.Scenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service of the user's own that is started for one trial, beside mock-api where that plays the services behind it. */
final class FreshService extends ObservedService {

    /** How often an answer is checked if the services behind are told to fail now and then. */
    private static final int ATTEMPTS = 20;

    /** How often the checked request has called each of the services behind. */
    private static final String CALLS = "calls.json";

    private final TrialSettings settings;
    private final StartedService service;
    private final StartedProcess process;
    private final @Nullable Mock mock;

    private FreshService(
            TrialSettings settings, StartedService service, StartedProcess process, @Nullable Mock mock,
            @Nullable JvmCollector collector) {
        super(service.requests(), OptionalLong.of(process.program().pid()), collector);
        this.settings = settings;
        this.service = service;
        this.process = process;
        this.mock = mock;
    }

    static FreshService start(TrialSettings settings, StartedService all, TrialSlot slot, TestBed testBed, Consumer<String> phase)
            throws TrialFailure, InterruptedException {
        StartedService service = all.only(slot.strategy());
        Program upstreams = null;
        if (service.upstreams().isPresent()) {
            StartedService.Upstreams played = service.upstreams().get();
            upstreams = testBed.mock(Work.of(played.scenario()), played.port());
        }
        String name = slot.fileName();
        StartedProcess process = StartedProcess.start(
                testBed.launcher(), service, slot.strategy(), testBed.log(name + "-service"), () -> phase.accept("starting"));
        JvmCollector collector = JvmCollector.of(
                testBed.launcher(), testBed.java(), process.program().pid(), testBed.log(name + "-jcmd"),
                settings.load().untilWindow());
        Mock mock = upstreams == null ? null : new Mock(upstreams, new MockClient(upstreams.url()));
        return new FreshService(settings, service, process, mock, collector);
    }

    @Override
    public boolean startedHere() {
        return true;
    }

    @Override
    public @Nullable Mock mock() {
        return mock;
    }

    @Override
    public void look() throws TrialFailure, InterruptedException {
        process.program().requireAlive();
        process.look();
        if (mock != null) {
            mock.program().requireAlive();
        }
    }

    @Override
    public TrialFailure explained(TrialFailure failure) throws TrialFailure, InterruptedException {
        try {
            return super.explained(failure);
        } catch (TrialFailure e) {
            throw process.program().alive() ? e : new TrialFailure("the service died" + process.lastLines(), failure);
        }
    }

    @Override
    public void check(Path folder, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {
        phase.accept("checking the answer");
        Map<String, Long> before = mock == null ? Map.of() : mock.client().requests();
        checkAnswer();
        if (mock != null) {
            Map<String, Long> calls = mock.client().requests();
            before.forEach((route, count) -> calls.merge(route, -count, Long::sum));
            WholeFile.write(folder.resolve(CALLS), JsonMapper.shared().writeValueAsString(calls));
        }
    }

    private void checkAnswer() throws TrialFailure, InterruptedException {
        int attempts = service.failingShare() > 0 ? ATTEMPTS : 1;
        try (AnswerProbe probe = new AnswerProbe(service.requestTimeout())) {
            for (int attempt = 1; ; attempt++) {
                try {
                    probe.check(requests().getFirst(), settings.measurement().seed());
                    return;
                } catch (TrialFailure e) {
                    if (attempt == attempts) {
                        throw e;
                    }
                }
            }
        }
    }

    /** Whether the checked request of a trial called all of the services behind. */
    static boolean calledAll(Path folder, StartedService.Upstreams upstreams) throws IOException {
        Path calls = folder.resolve(CALLS);
        if (!Files.exists(calls)) {
            return false;
        }
        JsonNode seen = JsonMapper.shared().readTree(Files.readString(calls));
        List<Scenario.Call> all = upstreams.scenario().scenario().calls();
        return all.stream().allMatch(call -> seen.path(call.name()).asLong(0) > 0);
    }

    @Override
    public void close() {
        if (mock != null) {
            mock.client().close();
        }
        process.close();
    }
}
