package io.birdseye.service;

import io.birdseye.model.Budget;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.service.overview.MemorySizes;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * The settings as flags. Every flag can be given as an environment variable too: {@code --http-threads} as
 * {@code BIRDSEYE_HTTP_THREADS}, and the upstream's address as {@code UPSTREAM_URL}. A flag wins over its variable.
 */
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class SettingsOptions {

    private static final int DEFAULT_IO = 16;
    private static final int DEFAULT_QUEUE = 1000;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "${env:BIRDSEYE_HOST:-127.0.0.1}",
            description = "address to listen on [BIRDSEYE_HOST, default 127.0.0.1]")
    private String host;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "${env:BIRDSEYE_PORT:-8080}",
            description = "port to listen on, 0 for a free one [BIRDSEYE_PORT, default 8080]")
    private int port;

    @Option(
            names = "--upstream",
            paramLabel = "URL",
            defaultValue = "${env:UPSTREAM_URL:-http://127.0.0.1:9090}",
            description = "any API in JSONPlaceholder's shape [UPSTREAM_URL, default http://127.0.0.1:9090]")
    private URI upstream;

    @Option(
            names = "--http-threads",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_HTTP_THREADS:-200}",
            description = "requests that may hold an HTTP thread at once [BIRDSEYE_HTTP_THREADS, default 200]")
    private int httpThreads;

    @Option(
            names = "--selector-threads",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_SELECTOR_THREADS:-1}",
            description = "threads that read and parse requests [BIRDSEYE_SELECTOR_THREADS, default 1]")
    private int selectorThreads;

    @Option(
            names = "--http-queue",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_HTTP_QUEUE:-1000}",
            description = "requests that may wait for an HTTP thread; the next gets a 503"
                    + " [BIRDSEYE_HTTP_QUEUE, default 1000]")
    private int httpQueue;

    @Option(
            names = "--backlog",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_BACKLOG:-4096}",
            description = "connections that may wait to be accepted [BIRDSEYE_BACKLOG, default 4096]")
    private int backlog;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            defaultValue = "${env:BIRDSEYE_DEADLINE}",
            description = "from the arrival of a request to its answer, else 504"
                    + " [BIRDSEYE_DEADLINE, default: the scenario's, or 5s]")
    private @Nullable Duration deadline;

    @Option(
            names = "--connect-timeout",
            paramLabel = "TIME",
            defaultValue = "${env:BIRDSEYE_CONNECT_TIMEOUT:-1s}",
            description = "for a connection to an upstream [BIRDSEYE_CONNECT_TIMEOUT, default 1s]")
    private Duration connectTimeout;

    @Option(
            names = "--event-loops",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_EVENT_LOOPS:-1}",
            description = "threads of the non-blocking HTTP client [BIRDSEYE_EVENT_LOOPS, default 1]")
    private int eventLoops;

    @Option(
            names = "--max-body",
            paramLabel = "BYTES",
            defaultValue = "${env:BIRDSEYE_MAX_BODY:-16777216}",
            description = "largest body of an upstream that is read [BIRDSEYE_MAX_BODY, default 16777216]")
    private int maxBodyBytes;

    @Option(
            names = "--default-io",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_DEFAULT_IO}",
            description = "I/O concurrency where a request asks for none"
                    + " [BIRDSEYE_DEFAULT_IO, default: the scenario's, or 16]")
    private @Nullable Integer defaultIo;

    @Option(
            names = "--default-cpu",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_DEFAULT_CPU}",
            description = "CPU concurrency where a request asks for none"
                    + " [BIRDSEYE_DEFAULT_CPU, default: the scenario's, or the cores]")
    private @Nullable Integer defaultCpu;

    @Option(
            names = "--default-queue",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_DEFAULT_QUEUE}",
            description = "requests of one strategy and budget that may be in progress; the next gets a 503"
                    + " [BIRDSEYE_DEFAULT_QUEUE, default: the scenario's, or 1000]")
    private @Nullable Integer defaultQueue;

    @Option(
            names = "--max-io",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_MAX_IO:-1000}",
            description = "largest ioPoolSize of a request [BIRDSEYE_MAX_IO, default 1000]")
    private int maxIo;

    @Option(
            names = "--max-cpu",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_MAX_CPU:-1000}",
            description = "largest cpuPoolSize of a request [BIRDSEYE_MAX_CPU, default 1000]")
    private int maxCpu;

    @Option(
            names = "--max-queue",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_MAX_QUEUE:-100000}",
            description = "largest maxInFlight of a request [BIRDSEYE_MAX_QUEUE, default 100000]")
    private int maxQueue;

    @Option(
            names = "--max-pools",
            paramLabel = "N",
            defaultValue = "${env:BIRDSEYE_MAX_POOLS:-32}",
            description = "strategies with different budgets that may run at once [BIRDSEYE_MAX_POOLS, default 32]")
    private int maxPools;

    @Option(
            names = "--memory-sizes",
            paramLabel = "LIST",
            defaultValue = "${env:BIRDSEYE_MEMORY_SIZES:-0.5,5,10}",
            description = "sizes of the shared lists that may be asked for, in the article's MB: numbers, ranges such"
                    + " as 0..64, or any [BIRDSEYE_MEMORY_SIZES, default 0.5,5,10]")
    private MemorySizes memorySizes;

    @Option(
            names = "--grace",
            paramLabel = "TIME",
            defaultValue = "${env:BIRDSEYE_GRACE:-10s}",
            description = "time for requests in progress when told to end [BIRDSEYE_GRACE, default 10s]")
    private Duration grace;

    @Option(
            names = "--scenario",
            paramLabel = "FILE",
            defaultValue = "${env:BIRDSEYE_SCENARIO}",
            description = "the tree of calls and groups to serve, as a scenario file or the name of one that ships"
                    + " [BIRDSEYE_SCENARIO, default: the main article's]")
    private @Nullable String scenarioFile;

    /** @throws IllegalArgumentException if a value is out of bounds */
    Settings settings() {
        Optional<ScenarioFile> file = scenario();
        Optional<Scenario> scenario = file.map(ScenarioFile::scenario);
        Optional<Budget> budget = scenario.map(Scenario::budget);
        return new Settings(
                host,
                port,
                upstream,
                httpThreads,
                selectorThreads,
                httpQueue,
                backlog,
                deadline != null ? deadline : scenario.map(Scenario::deadline).orElse(Scenario.DEFAULT_DEADLINE),
                connectTimeout,
                eventLoops,
                maxBodyBytes,
                new Budget(
                        defaultIo != null ? defaultIo : budget.map(Budget::ioConcurrency).orElse(DEFAULT_IO),
                        defaultCpu != null
                                ? defaultCpu
                                : budget.map(Budget::cpuConcurrency)
                                        .orElse(Runtime.getRuntime().availableProcessors()),
                        defaultQueue != null ? defaultQueue : budget.map(Budget::maxInFlight).orElse(DEFAULT_QUEUE)),
                maxIo,
                maxCpu,
                maxQueue,
                maxPools,
                file.map(SettingsOptions::sizesOf).orElse(memorySizes),
                grace,
                file);
    }

    /** A scenario says how much its groups multiply; a tree that is not the article's has lists of its own. */
    private static MemorySizes sizesOf(ScenarioFile file) {
        double megabytes =
                file.articleTree().map(shared -> shared.multiply().megabytes()).orElse(0.0);
        return new MemorySizes(List.of(new MemorySizes.Range(megabytes, megabytes)));
    }

    private Optional<ScenarioFile> scenario() {
        if (scenarioFile == null || scenarioFile.isBlank()) {
            return Optional.empty();
        }
        try {
            return Optional.of(ScenarioFile.load(scenarioFile, Strategies.load().names()));
        } catch (IOException | InvalidScenario e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
