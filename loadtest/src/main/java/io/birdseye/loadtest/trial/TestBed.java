package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.profile.ProfiledWindow;
import io.birdseye.loadtest.program.Participant;
import io.birdseye.loadtest.program.InjectorPlaces;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.ServersElsewhere;
import io.birdseye.model.ProfileEvent;
import io.birdseye.model.WholeFile;
import io.birdseye.scenario.ScenarioFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts programs of trials here, and keeps mock-api running; all end with it. Logs are in the folder {@code logs}. */
public final class TestBed implements AutoCloseable {

    private static final int MAX_MOCK_STARTS = 2;

    private final long seed;
    private final Programs programs;
    private final Path logs;
    private final Launcher launcher = new Launcher();
    private @Nullable Program mock;
    private int mockStarts;

    /** The seed is that of mock-api's random delays and failures. */
    public TestBed(long seed, Programs programs, Path out) throws IOException {
        this.seed = seed;
        this.programs = programs;
        this.logs = Files.createDirectories(out.resolve("logs"));
    }

    /** mock-api, at a port, 0 for any. It is started if it does not run, at most twice. */
    public Program mock(Work work, int port) throws TrialFailure, InterruptedException {
        Program running = mock;
        if (running != null && running.alive()) {
            return running;
        }
        if (mockStarts == MAX_MOCK_STARTS) {
            throw new TrialFailure("mock-api died twice; see " + log("mock-api-" + mockStarts));
        }
        mockStarts++;
        Optional<String> settings = work.mockSettings(seed);
        List<String> told =
                work.mockArguments(port, seed, settings.isPresent() ? given("mock-settings.json", settings.get()) : "");
        running = launcher.startServer(
                Launch.logged("mock-api", programs.mockCommand(told), log("mock-api-" + mockStarts)));
        mock = running;
        return running;
    }

    Participant mockAnywhere(Served served) throws TrialFailure, InterruptedException {
        Optional<ServersElsewhere> elsewhere = programs.servers();
        return elsewhere.isPresent() ? elsewhere.get().mock() : mock(served.work(), 0);
    }

    Participant serviceAnywhere(Served served, String logName, Setup setup) throws TrialFailure, InterruptedException {
        Optional<ServersElsewhere> elsewhere = programs.servers();
        return elsewhere.isPresent() ? elsewhere.get().service() : service(served, logName, setup);
    }

    /** Whether the service shares this machine with whoever measures it. */
    boolean isHere() {
        return programs.servers().isEmpty();
    }

    public Program service(Served served, String logName) throws TrialFailure, InterruptedException {
        return service(served, logName, served.setups().getFirst());
    }

    /** A fresh service that calls mock-api; it is ended by the caller, or with the test bed. */
    public Program service(Served served, String logName, Setup setup) throws TrialFailure, InterruptedException {
        Optional<String> scenario = served.work().scenario().map(ScenarioFile::text);
        List<String> told = new ArrayList<>(served.serviceArguments(
                0, mock(served.work(), 0).url(), scenario.isPresent() ? given("scenario.yaml", scenario.get()) : ""));
        String host = programs.injectors().serviceHost();
        if (!host.equals(InjectorPlaces.LOOPBACK)) {
            told.addAll(List.of("--host", host, "--allowed-hosts", host));
        }
        told.addAll(setup.arguments());
        List<String> command = programs.serviceCommand(setup.jdk(), setup.jvmFlags(), told);
        return launcher.startServer(Launch.logged("service", command, log(logName)));
    }

    public Injectors injectors(String logName, Path folder) throws TrialFailure {
        return Injectors.start(launcher, programs, folder, log(logName));
    }

    public List<String> run(String name, List<String> command) throws TrialFailure, InterruptedException {
        return launcher.run(Launch.logged(name, command, log(name)));
    }

    public Path logs() {
        return logs;
    }

    ProfiledWindow.Attach attach(String logName, long pid, ProfileEvent event) {
        return new ProfiledWindow.Attach(
                launcher, pid, event, programs.java().resolveSibling("jcmd"), logs.resolve("async-profiler"),
                log(logName));
    }

    Launcher launcher() {
        return launcher;
    }

    Path java() {
        return programs.java();
    }

    Path log(String name) {
        return logs.resolve(name + ".log");
    }

    private String given(String name, String content) throws TrialFailure {
        Path file = logs.resolve(name);
        try {
            WholeFile.write(file, content);
            return file.toString();
        } catch (IOException e) {
            throw new TrialFailure(name + " cannot be written: " + e.getMessage(), e);
        }
    }

    /** Whether the programs are being ended from outside, by Ctrl-C for example. */
    public boolean interrupted() {
        return launcher.ended();
    }

    @Override
    public void close() {
        launcher.close();
    }
}
