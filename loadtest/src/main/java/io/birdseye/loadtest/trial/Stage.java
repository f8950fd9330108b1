package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.OverviewRequest.BudgetChoice;
import io.birdseye.loadtest.OverviewRequest;
import io.birdseye.loadtest.trial.ComparisonSettings.Budgets;
import io.birdseye.scenario.MockSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Starts the programs of a comparison with its settings, and keeps the mock running. */
final class Stage implements AutoCloseable {

    private static final Duration START = Duration.ofSeconds(60);
    /** What the service allows a request to ask for, if nothing larger is to be measured. */
    private static final int MAX_POOL = 1_000;

    /** C1 alone and the serial collector halve the injector's CPU. Gatling's look for updates finds nobody. */
    private static final List<String> INJECTOR_FLAGS = List.of(
            "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m",
            "--add-opens=java.base/java.lang=ALL-UNNAMED", "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dhttps.proxyHost=127.0.0.1", "-Dhttps.proxyPort=9");

    private final ComparisonSettings settings;
    private final Programs programs;
    private final TrialStore store;
    private final Children children = new Children();
    private @Nullable Running mock;
    private int mockStarts;

    /** A program that listens. */
    record Running(ChildProcess process, String url) {}

    Stage(ComparisonSettings settings, Programs programs, TrialStore store) {
        this.settings = settings;
        this.programs = programs;
        this.store = store;
    }

    /** The mock, started when it does not run; after its second death it stays dead. */
    Running mock() throws TrialFailure, InterruptedException {
        Running running = mock;
        if (running != null && running.process().alive()) {
            return running;
        }
        if (mockStarts == 2) {
            throw new TrialFailure("mock-api died twice; see " + store.log("mock-api-2"));
        }
        mockStarts++;
        List<String> arguments = new ArrayList<>(List.of("--port", "0", "--seed", Long.toString(settings.seed())));
        if (settings.scenario().isPresent()) {
            String json = MockSettings.json(settings.scenario().get(), settings.seed());
            arguments.addAll(List.of("--settings", given("mock-settings.json", json)));
        } else {
            arguments.addAll(List.of("--delay", settings.delay().toNanos() / 1_000 + "us"));
        }
        running = listening(
                "mock-api",
                "mock-api-" + mockStarts,
                programs.command(programs.mockApi(), Programs.MOCK_JVM_FLAGS, arguments));
        mock = running;
        return running;
    }

    Running service(String logName, String upstream) throws TrialFailure, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                "--port", "0", "--upstream", upstream, "--http-threads", Integer.toString(settings.httpThreads()),
                "--default-max-in-flight", Integer.toString(settings.maxInFlight()),
                "--http-queue", Integer.toString(settings.maxInFlight()),
                "--memory-sizes", plain(settings.memoryMegabytes())));
        if (settings.scenario().isPresent()) {
            arguments.addAll(List.of("--scenario", given("scenario.yaml", settings.scenario().get().text())));
        }
        if (settings.budgets() instanceof Budgets.Equal(int io, int cpu)) {
            arguments.addAll(List.of(
                    "--max-io", Integer.toString(Math.max(MAX_POOL, io)),
                    "--max-cpu", Integer.toString(Math.max(MAX_POOL, cpu))));
        }
        settings.deadline().ifPresent(time -> arguments.addAll(List.of("--deadline", time.toMillis() + "ms")));
        return listening(
                "service", logName, programs.command(programs.service(), settings.serviceJvmFlags(), arguments));
    }

    private String given(String name, String content) throws TrialFailure {
        try {
            return store.given(name, content).toString();
        } catch (IOException e) {
            throw new TrialFailure(name + " cannot be written: " + e.getMessage(), e);
        }
    }

    private Running listening(String name, String logName, List<String> command)
            throws TrialFailure, InterruptedException {
        ChildProcess process = children.start(name, command, store.log(logName));
        String ready = name + " ready on ";
        try {
            String line = process.awaitLine(text -> text.startsWith(ready), "that it is ready", START, () -> {});
            return new Running(process, line.substring(ready.length()).strip());
        } catch (TrialFailure e) {
            process.close();
            throw e;
        }
    }

    /** @param properties of the simulation, without their prefix {@code birdseye.} */
    ChildProcess injector(String logName, List<String> properties) throws TrialFailure {
        List<String> flags = new ArrayList<>(INJECTOR_FLAGS);
        properties.forEach(property -> flags.add("-Dbirdseye." + property));
        return children.start(
                "injector", programs.command(programs.injector(), flags, List.of()), store.log(logName));
    }

    /** The request of all trials of a strategy. */
    OverviewRequest request(String strategy) {
        BudgetChoice budget = switch (settings.budgets()) {
            case Budgets.Equal(int io, int cpu) -> new BudgetChoice.Pools(Optional.of(io), Optional.of(cpu));
            case Budgets.Published() -> new BudgetChoice.Published();
        };
        return new OverviewRequest(
                strategy, budget, settings.memoryMegabytes(), settings.layout(), Optional.empty(), Optional.empty());
    }

    static String plain(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    /** Whether the programs are being ended from outside, by Ctrl-C for example. */
    boolean interrupted() {
        return children.ended();
    }

    @Override
    public void close() {
        children.close();
    }
}
