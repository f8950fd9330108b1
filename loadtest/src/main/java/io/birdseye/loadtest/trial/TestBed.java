package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.client.OverviewRequest;
import io.birdseye.loadtest.injectors.Injectors;
import io.birdseye.loadtest.program.InjectorPlaces;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.profile.ProfiledWindow;
import io.birdseye.loadtest.program.Server;
import io.birdseye.model.Durations;
import io.birdseye.model.ProfileEvent;
import io.birdseye.model.WholeFile;
import io.birdseye.scenario.MockSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where trials take place: starts the programs as {@link Served} wants them, and keeps mock-api running. Their logs,
 * and the files that they are given, are in the folder {@code logs}. Closing it ends all of them.
 */
public final class TestBed implements AutoCloseable {

    /** The largest pools that a request may ask for, unless larger ones are measured. */
    private static final int MAX_POOL = 1_000;

    private static final int MOST_MOCK_STARTS = 2;
    private static final Duration COMMAND = Duration.ofSeconds(30);

    private final Served served;
    private final long seed;
    private final Programs programs;
    private final Path logs;
    private final Launcher launcher = new Launcher();
    private @Nullable Server mock;
    private int mockStarts;

    /**
     * @param seed of mock-api's random delays and failures
     * @param out the folder of the results
     * @throws IOException if the folder cannot be written to
     */
    public TestBed(Served served, long seed, Programs programs, Path out) throws IOException {
        this.served = served;
        this.seed = seed;
        this.programs = programs;
        this.logs = Files.createDirectories(out.resolve("logs"));
    }

    /** mock-api. It is started if it does not run, at most twice. */
    public Server mock() throws TrialFailure, InterruptedException {
        Server running = mock;
        if (running != null && running.program().alive()) {
            return running;
        }
        if (mockStarts == MOST_MOCK_STARTS) {
            throw new TrialFailure("mock-api died twice; see " + log("mock-api-" + mockStarts));
        }
        mockStarts++;
        List<String> arguments = new ArrayList<>(List.of("--port", "0", "--seed", Long.toString(seed)));
        if (served.work().scenario().isPresent()) {
            String json = MockSettings.json(served.work().scenario().get(), seed);
            arguments.addAll(List.of("--settings", given("mock-settings.json", json)));
        } else {
            arguments.addAll(List.of("--delay", served.work().mockDelays()));
        }
        running = launcher.startServer(
                Launch.logged("mock-api", programs.mockCommand(arguments), log("mock-api-" + mockStarts)));
        mock = running;
        return running;
    }

    /** A fresh service that calls mock-api; it is ended by the caller, or with the test bed. */
    public Server service(String logName) throws TrialFailure, InterruptedException {
        ServiceOptions options = served.service();
        String maxInFlight = Integer.toString(options.maxInFlight());
        List<String> arguments = new ArrayList<>(List.of(
                "--port", "0",
                "--upstream", mock().url(),
                "--http-threads", Integer.toString(options.httpThreads()),
                "--default-max-in-flight", maxInFlight,
                "--http-queue", maxInFlight,
                "--memory-sizes", OverviewRequest.plain(served.work().memoryMegabytes())));
        if (served.work().scenario().isPresent()) {
            arguments.addAll(List.of("--scenario", given("scenario.yaml", served.work().scenario().get().text())));
        }
        if (served.budgets() instanceof Budgets.Equal(int io, int cpu)) {
            arguments.addAll(List.of(
                    "--max-io", Integer.toString(Math.max(MAX_POOL, io)),
                    "--max-cpu", Integer.toString(Math.max(MAX_POOL, cpu))));
        }
        String host = programs.injectors().serviceHost();
        if (!host.equals(InjectorPlaces.LOOPBACK)) {
            arguments.addAll(List.of("--host", host, "--allowed-hosts", host));
        }
        options.deadline().ifPresent(time -> arguments.addAll(List.of("--deadline", Durations.format(time))));
        return launcher.startServer(
                Launch.logged("service", programs.serviceCommand(options.jvmFlags(), arguments), log(logName)));
    }

    /**
     * The injectors of a load.
     *
     * @param folder of the load
     */
    public Injectors injectors(String logName, Path folder) throws TrialFailure {
        return Injectors.start(launcher, programs, folder, log(logName));
    }

    /** The same, of loads that leave no files but logs. */
    public Injectors injectors(String logName) throws TrialFailure {
        return injectors(logName, logs);
    }

    /** Runs a command to its end, and returns its output. */
    public List<String> run(String name, List<String> command) throws TrialFailure, InterruptedException {
        try (Program program = launcher.start(Launch.logged(name, command, log(name)))) {
            program.awaitEnd(COMMAND, () -> {});
            return program.newLines();
        }
    }

    /** The folder of the logs. */
    public Path logs() {
        return logs;
    }

    /** How the profiler of a trial reaches its service. */
    ProfiledWindow.Attach attach(String logName, Program service, ProfileEvent event) {
        return new ProfiledWindow.Attach(
                launcher, service.pid(), event, programs.java().resolveSibling("jcmd"), logs.resolve("async-profiler"),
                log(logName));
    }

    private Path log(String name) {
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
