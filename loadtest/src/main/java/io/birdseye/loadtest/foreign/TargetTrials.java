package io.birdseye.loadtest.foreign;

import io.birdseye.loadtest.FolderRefused;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.MockClient;
import io.birdseye.loadtest.generate.LoadSummary;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.injectors.InStep;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.injectors.LogFiles;
import io.birdseye.loadtest.plan.ServiceTarget;
import io.birdseye.loadtest.plan.TargetPlan;
import io.birdseye.loadtest.plan.TargetProbe;
import io.birdseye.loadtest.plan.TargetRequest;
import io.birdseye.loadtest.profile.ProfiledWindow;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.MemoryPass;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.program.Server;
import io.birdseye.loadtest.trial.TrialSlot;
import io.birdseye.loadtest.trial.TrialStore;
import io.birdseye.loadtest.trial.WindowSampler;
import io.birdseye.model.Arrivals;
import io.birdseye.model.Latency;
import io.birdseye.model.Load;
import io.birdseye.model.WholeFile;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Trial;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Quantiles;
import io.birdseye.report.table.Validity;
import io.birdseye.scenario.MockSettings;
import io.birdseye.scenario.Scenario;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Measures the trials of a service that is not Birdseye's, and keeps each as soon as it is known. A trial that is kept
 * and valid is not measured again with the same settings in the same folder.
 */
public final class TargetTrials implements AutoCloseable {

    /** Cycles of a warm-up, the rate of an open load rising from one to the next. */
    private static final int CYCLES = 3;

    /** What the checking request called, in the folder of a trial. */
    private static final String CALLS = "calls.json";

    /** How often the checked request is tried, if the services behind are told to fail now and then. */
    private static final int ATTEMPTS = 20;

    private static final Duration DYING = Duration.ofMillis(300);
    private static final Duration SHORT_WARM_UP = Duration.ofSeconds(2);

    private final TargetSettings settings;
    private final Programs programs;
    private final Path logs;
    private final TrialStore store;
    private final Validity validity;
    private final JdkFinder jdks = JdkFinder.ofSystem();
    private final Launcher launcher = new Launcher();
    private @Nullable Server mock;
    private int rounds;

    /** What trials must share to stand in one table. */
    private record Conditions(Settings settings, long requestTimeoutMillis, int injectors, Provenance measuredWith) {}

    /**
     * @throws IOException if the folder cannot be written to
     * @throws FolderRefused if another run has it, or it holds trials of other settings, another build or machine
     */
    public TargetTrials(TargetSettings settings, Programs programs) throws IOException, FolderRefused {
        this.settings = settings;
        this.programs = programs;
        Path out = settings.measurement().out();
        store = new TrialStore(out, programs.provenance(), provenance ->
                new Conditions(
                        settings.comparable(), settings.requestTimeout().toMillis(), programs.injectors().count(), provenance));
        logs = Files.createDirectories(out.resolve("logs"));
        validity = new Validity(
                settings.measurement().validity(), settings.load(), Runtime.getRuntime().availableProcessors());
    }

    public TrialStore store() {
        return store;
    }

    /** A trial that was measured before, if it came to its end and is valid. */
    public Optional<Trial> kept(TrialSlot slot) throws IOException {
        return store.measured(slot).filter(this::isValid);
    }

    /** Whether a trial need not be measured again: one that failed need not either, since it would fail again. */
    public boolean isValid(Trial trial) {
        return trial.measured() == null || validity.broken(trial.measured()).isEmpty();
    }

    /**
     * Measures slices of a running service in one go: a warm-up of all variants, and then slice after slice.
     *
     * @param slots in their order
     * @param first whether the service may be cold; else only the injector is
     * @param phase is told what is being done, several times a second
     * @return the trials, in the order of the slots
     */
    public List<Trial> slices(List<TrialSlot> slots, boolean first, Consumer<String> phase)
            throws TrialFailure, IOException, InterruptedException {
        rounds++;
        List<String> names = settings.variants();
        List<String> used = names.stream()
                .filter(name -> slots.stream().anyMatch(slot -> slot.strategy().equals(name)))
                .toList();
        List<Schedule.Step> steps = new ArrayList<>();
        Arrivals arrivals = settings.load().arrivals();
        long block = settings.measurement().seedOf(slots.getFirst().block());
        Duration warmUp = first ? settings.warmUp() : min(settings.warmUp(), SHORT_WARM_UP);
        for (int cycle = 1; cycle <= CYCLES && !warmUp.isZero(); cycle++) {
            for (String variant : used) {
                steps.add(step(false, (double) cycle / CYCLES, warmUp.dividedBy(CYCLES), names.indexOf(variant))
                        .arriving(arrivals, block, 2 + cycle));
            }
        }
        for (TrialSlot slot : slots) {
            int variant = names.indexOf(slot.strategy());
            long turn = settings.measurement().seedOf(slot.block());
            steps.add(step(false, 1, TargetSettings.LEAD_IN, variant).arriving(arrivals, turn, 1));
            steps.add(step(true, 1, settings.duration(), variant).arriving(arrivals, turn, 0));
        }
        Path folder = unusedFolder(slots.getFirst().block());
        URI origin = settings.target().requests().getFirst().origin();
        TargetPlan plan = plan(settings.target().requests(), steps, rounds);
        List<Trial> trials = new ArrayList<>();
        Double memoryMs = MemoryPass.ms();
        try (Injectors injectors = Injectors.start(launcher, programs, folder, log("injector-slices-" + rounds))) {
            InStep load = injectors.load(plan, folder);
            OptionalLong pid = isHere(origin) ? ListeningProcess.at(StartedProcess.port(origin)) : OptionalLong.empty();
            WindowSampler sampler = new WindowSampler(
                    new SilentService(pid, false, null), injectors, null, () -> {},
                    (stage, over) -> phase.accept(slots.get(Math.min(over, slots.size() - 1)).words() + ": " + stage));
            List<LoadSummary> summaries = load.run(sampler);
            memoryMs = MemoryPass.meanWith(memoryMs);
            for (int i = 0; i < slots.size(); i++) {
                Measured measured = sampler.measured(
                        i, summaries.get(i), load.used(), folder.resolve(LogFiles.histograms(i, slots.size())), store);
                trials.add(slots.get(i).completed(measured.withMemory(memoryMs)));
            }
        }
        for (int i = 0; i < slots.size(); i++) {
            keep(slots.get(i), trials.get(i));
        }
        return trials;
    }

    /** Trials that are kept refer to the files of the round in which they were measured. */
    private Path unusedFolder(int block) throws IOException {
        Path folder = store.folder(new TrialSlot(block, "slices", 1));
        for (int i = 2; Files.exists(folder); i++) {
            folder = store.folder(new TrialSlot(block, "slices-" + i, 1));
        }
        return Files.createDirectories(folder);
    }

    /** One trial of a service that is started for it. Never throws for what the service does: that is its outcome. */
    public Trial started(TrialSlot slot, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException {
        Trial trial;
        try {
            Double before = MemoryPass.ms();
            Measured measured = measure((ServiceTarget.Started) settings.target(), slot, phase);
            trial = slot.completed(measured.withMemory(MemoryPass.meanWith(before)));
        } catch (TrialFailure e) {
            trial = slot.failed(e.reason());
        }
        keep(slot, trial);
        return trial;
    }

    private Measured measure(ServiceTarget.Started target, TrialSlot slot, Consumer<String> phase)
            throws TrialFailure, IOException, InterruptedException {
        Consumer<String> tell = what -> phase.accept(slot.words() + ": " + what);
        tell.accept("starting");
        Server upstreams = upstreams(target);
        String name = slot.fileName();
        Path folder = store.emptied(slot);
        try (StartedProcess service = StartedProcess.start(
                        launcher, jdks, target, slot.strategy(), log(name + "-service"), () -> tell.accept("starting"));
                MockClient delays = new MockClient(upstreams == null ? target.url().toString() : upstreams.url())) {
            Program.Watch watch = () -> {
                service.program().requireAlive();
                service.look();
                if (upstreams != null) {
                    upstreams.program().requireAlive();
                }
            };
            try {
                tell.accept("checking the answer");
                TargetRequest request = target.request(slot.strategy());
                Map<String, Long> before = upstreams == null ? Map.of() : delays.requests();
                checkAnswer(request);
                if (upstreams != null) {
                    Map<String, Long> calls = delays.requests();
                    before.forEach((route, count) -> calls.merge(route, -count, Long::sum));
                    WholeFile.write(folder.resolve(CALLS), JsonMapper.shared().writeValueAsString(calls));
                }
                TargetPlan plan = plan(
                        List.of(request),
                        Schedule.steps(
                                settings.load(), WarmUp.of(settings.warmUp()), settings.duration(),
                                settings.measurement().seedOf(slot.block())),
                        slot.block());
                try (Injectors injectors = Injectors.start(launcher, programs, folder, log(name + "-injector"))) {
                    InStep load = injectors.load(plan, folder);
                    long pid = service.program().pid();
                    JvmCollector collector = JvmCollector.of(
                            launcher, programs.java(), pid, log(name + "-jcmd"),
                            Duration.ofNanos(plan.schedule().window().startNanos()));
                    WindowSampler sampler = new WindowSampler(
                            new SilentService(OptionalLong.of(pid), true, collector), injectors,
                            upstreams == null ? null : new WindowSampler.Mock(upstreams.program(), delays),
                            watch, (stage, _) -> tell.accept(stage));
                    return sampler.run(load, settings.measurement().profile().map(event -> new ProfiledWindow.Attach(
                                    launcher, pid, event, programs.java().resolveSibling("jcmd"),
                                    logs.resolve("async-profiler"), log(name + "-profiler"))),
                            settings.duration(), folder, store);
                }
            } catch (TrialFailure e) {
                // A program that is about to die explains more than that it does not answer.
                Thread.sleep(DYING);
                throw service.program().alive()
                        ? new TrialFailure(e.reason(), e)
                        : new TrialFailure("the service died" + service.lastLines(), e);
            }
        }
    }

    /** Several times if the services behind are told to fail now and then. */
    private void checkAnswer(TargetRequest request) throws TrialFailure, InterruptedException {
        int attempts = settings.failingShare() > 0 ? ATTEMPTS : 1;
        try (TargetProbe probe = new TargetProbe(settings.requestTimeout())) {
            for (int attempt = 1; ; attempt++) {
                try {
                    probe.check(request, settings.measurement().seed());
                    return;
                } catch (TrialFailure e) {
                    if (attempt == attempts) {
                        throw e;
                    }
                }
            }
        }
    }

    /**
     * What one request takes when it is alone, at least: the slowest of its calls. Known only if Birdseye plays the services
     * behind the measured one, and saw in every trial that a request calls all of them.
     */
    public Floor floor(List<Trial> trials) throws IOException {
        Floor unknown = new Floor(List.of(), List.of(), 0);
        if (!(settings.target() instanceof ServiceTarget.Started started) || started.upstreams().isEmpty()) {
            return unknown;
        }
        List<Scenario.Call> calls = started.upstreams().get().scenario().scenario().calls();
        for (Trial trial : trials) {
            Path seen = store.folder(new TrialSlot(trial.block(), trial.strategy(), 1)).resolve(CALLS);
            if (trial.measured() != null && !(Files.exists(seen) && hasAll(calls, Files.readString(seen)))) {
                return unknown;
            }
        }
        List<Latency> latencies = calls.stream().map(Scenario.Call::toLastByte).toList();
        List<Double> medians = latencies.stream().map(latency -> Quantiles.slowestMs(List.of(latency), 0.5)).toList();
        return new Floor(
                medians, List.of(), 0, latencies.stream().map(Latency::meanMs).toList(), List.of(),
                Quantiles.slowestMs(latencies, 0.5), medians.stream().mapToDouble(Double::doubleValue).sum(), 0);
    }

    private static boolean hasAll(List<Scenario.Call> calls, String json) {
        JsonNode seen = JsonMapper.shared().readTree(json);
        return calls.stream().allMatch(call -> seen.path(call.name()).asLong(0) > 0);
    }

    /** With a pause after a measured one. */
    private Schedule.Step step(boolean measured, double share, Duration duration, int variant) {
        return new Schedule.Step(
                measured, settings.load().ratePerSecond() * share, duration,
                measured ? TargetSettings.PAUSE : Duration.ZERO, variant, null);
    }

    /** Each injector draws other numbers: what a service keeps of earlier requests must not help every time. */
    private TargetPlan plan(List<TargetRequest> requests, List<Schedule.Step> steps, int nth) {
        return new TargetPlan(
                requests, steps, settings.load().users(), settings.requestTimeout(),
                settings.measurement().seedOf(nth));
    }

    private @Nullable Server upstreams(ServiceTarget.Started target)
            throws TrialFailure, IOException, InterruptedException {
        if (target.upstreams().isEmpty()) {
            return null;
        }
        Server running = mock;
        if (running != null && running.program().alive()) {
            return running;
        }
        ServiceTarget.Upstreams wanted = target.upstreams().get();
        long seed = settings.measurement().seed();
        Path file = logs.resolve("mock-settings.json");
        WholeFile.write(file, MockSettings.json(wanted.scenario(), seed));
        List<String> arguments = List.of(
                "--port", Integer.toString(wanted.port()), "--seed", Long.toString(seed), "--settings", file.toString());
        running = launcher.startServer(Launch.logged("mock-api", programs.mockCommand(arguments), log("mock-api")));
        mock = running;
        return running;
    }

    private static boolean isHere(URI origin) {
        try {
            return InetAddress.getByName(origin.getHost()).isLoopbackAddress();
        } catch (UnknownHostException e) {
            return false;
        }
    }

    private void keep(TrialSlot slot, Trial trial) throws TrialFailure, IOException {
        if (launcher.ended()) {
            throw new TrialFailure(
                    "interrupted; the same command with --out goes on in " + settings.measurement().out());
        }
        store.keep(slot, trial);
    }

    private Path log(String name) {
        return logs.resolve(name + ".log");
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Ends every program that was started, and gives the folder free. */
    @Override
    public void close() throws IOException {
        launcher.close();
        store.close();
    }
}
