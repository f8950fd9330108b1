package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.BoundedHttp;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.plan.AnswerProbe;
import io.birdseye.loadtest.program.Jdk;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.model.WholeFile;
import io.birdseye.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service of the user's own for one trial, with mock-api behind it if asked; closing ends what it has started. */
final class FreshService extends ObservedService {

    /** How often an answer is checked if the services behind are told to fail now and then. */
    private static final int ATTEMPTS = 20;

    /** How often the checked request has called each of the services behind. */
    private static final String CALLS = "calls.json";

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final int CONNECT_MILLIS = 500;

    private final TrialSettings settings;
    private final StartedService service;
    private final Launcher launcher;
    private final Program program;

    /** A process that outlives the one which started it has no parent, and can be found only beforehand. */
    private final Set<ProcessHandle> children = new HashSet<>();

    private FreshService(
            TrialSettings settings, StartedService service, Launcher launcher, Program program, @Nullable Mock mock) {
        super(service.requests(), OptionalLong.of(program.pid()), mock, true);
        this.settings = settings;
        this.service = service;
        this.launcher = launcher;
        this.program = program;
    }

    /** @throws TrialFailure if its port is taken, it ends, or is not ready in time; with its last lines */
    static FreshService start(TrialSettings settings, StartedService all, TrialSlot slot, TestBed testBed, Consumer<String> phase)
            throws TrialFailure, InterruptedException {
        StartedService service = all.only(slot.strategy());
        Program upstreams = null;
        if (service.upstreams().isPresent()) {
            StartedService.Upstreams played = service.upstreams().get();
            upstreams = testBed.mock(Work.of(played.scenario()), played.port());
        }
        requireFree(service.url());
        String name = slot.fileName();
        Launcher launcher = testBed.launcher();
        Program program = launcher.start(launch(service.variant(slot.strategy()).start(), testBed.log(name + "-service")));
        FreshService started = new FreshService(
                settings, service, launcher, program, upstreams == null ? null : new Mock(upstreams, new MockClient(upstreams.url())));
        try {
            launcher.guard(program.pid());
            started.awaitReady(() -> phase.accept("starting"));
            started.collector = JvmCollector.of(
                    launcher, testBed.java(), program.pid(), testBed.log(name + "-jcmd"), settings.load().untilWindow());
            return started;
        } catch (TrialFailure e) {
            TrialFailure failure = new TrialFailure(e.reason() + started.lastLines(), e);
            started.close();
            throw failure;
        } catch (InterruptedException e) {
            started.close();
            throw e;
        }
    }

    private static void requireFree(URI url) throws TrialFailure {
        if (accepts(url)) {
            OptionalLong other = ListeningProcess.at(port(url));
            throw new TrialFailure("port " + port(url) + " is taken by another program"
                    + (other.isPresent() ? ", process " + other.getAsLong() : "") + ": the service cannot be started");
        }
    }

    private static Launch launch(StartedService.StartCommand start, Path log) throws TrialFailure {
        List<String> command = new ArrayList<>(start.command());
        Map<String, String> environment = new HashMap<>(start.environment());
        boolean java = Path.of(command.getFirst()).endsWith("java");
        if (start.java().isPresent()) {
            Jdk jdk = Jdk.find(start.java().get(), start.folder());
            environment.put("JAVA_HOME", jdk.home().toString());
            if (java) {
                command.set(0, jdk.java().toString());
            }
        }
        if (java) {
            command.addAll(1, start.jvmFlags());
        } else if (!start.jvmFlags().isEmpty()) {
            environment.merge("JAVA_TOOL_OPTIONS", String.join(" ", start.jvmFlags()), (own, more) -> own + " " + more);
        }
        return Launch.logged("the service", command, log).inFolder(start.folder()).withEnvironment(environment);
    }

    private void awaitReady(Program.Watch waiting) throws TrialFailure, InterruptedException {
        Optional<URI> ready = service.ready().address();
        Duration within = service.ready().within();
        Program.Watch alive = () -> {
            look();
            waiting.look();
        };
        try (BoundedHttp http = new BoundedHttp(ANSWER)) {
            alive.until(
                    () -> ready.isPresent() ? http.isOk(ready.get()) : accepts(service.url()), within, POLL,
                    () -> "the service did not get ready within " + within.toSeconds() + " s: "
                            + ready.map(address -> "no status 200 from " + address)
                                    .orElseGet(() -> "no connection to " + service.url()));
        }
        program.requireAlive();
    }

    private static boolean accepts(URI url) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(url.getHost(), port(url)), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void look() throws TrialFailure, InterruptedException {
        program.requireAlive();
        guardChildren();
        if (mock != null) {
            mock.program().requireAlive();
        }
    }

    @Override
    public TrialFailure explained(TrialFailure failure) throws TrialFailure, InterruptedException {
        try {
            return super.explained(failure);
        } catch (TrialFailure e) {
            throw program.alive() ? e : new TrialFailure("the service died" + lastLines(), failure);
        }
    }

    @Override
    void check(Path folder, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {
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
                    probe.check(requests.getFirst(), settings.measurement().seed());
                    return;
                } catch (TrialFailure e) {
                    if (attempt == attempts) {
                        throw e;
                    }
                }
            }
        }
    }

    /** Whether the checked request of a trial called all of the services behind that every request has to. */
    static boolean calledAll(Path folder, StartedService.Upstreams upstreams) throws IOException {
        Path calls = folder.resolve(CALLS);
        if (!Files.exists(calls)) {
            return false;
        }
        JsonNode seen = JsonMapper.shared().readTree(Files.readString(calls));
        return upstreams.scenario().scenario().groups().stream().flatMap(group -> group.calls().stream())
                .flatMap(call -> call.chain().stream().takeWhile(link -> link.policy().probability() == 1))
                .allMatch(call -> seen.path(call.name()).asLong(0) > 0);
    }

    private void guardChildren() throws TrialFailure {
        for (ProcessHandle child : descendants()) {
            if (children.add(child)) {
                launcher.guard(child.pid());
            }
        }
    }

    private List<ProcessHandle> descendants() {
        return ProcessHandle.of(program.pid()).map(process -> process.descendants().toList()).orElse(List.of());
    }

    /** The end of its output, for messages; empty where there is none. */
    private String lastLines() {
        List<String> lines = program.lastLines();
        return lines.isEmpty() ? "" : "; its last lines: " + String.join(" | ", lines);
    }

    @Override
    public void close() {
        super.close();
        children.addAll(descendants());
        program.close();
        children.forEach(ProcessHandle::destroyForcibly);
    }
}
