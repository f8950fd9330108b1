package io.birdseye.service;

import io.birdseye.model.Budget;
import io.birdseye.model.Callers;
import io.birdseye.model.Durations;
import io.birdseye.model.Load;
import io.birdseye.model.Sizing;
import io.birdseye.scenario.InvalidScenario;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import io.birdseye.service.overview.MemorySizes;
import io.birdseye.service.overview.RequestLimits;
import io.birdseye.service.server.HttpHost;
import io.birdseye.service.upstream.UpstreamClientSettings;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The settings as options. Each can be given as an environment variable too, see {@link #addVariables}: an option wins
 * over its variable, and a variable over the default. If the scenario decides a default, the second line of the
 * option's description says so.
 */
@SuppressWarnings("NullAway.Init") // picocli fills the fields
final class SettingsOptions {

    /** What the pools of a request that names none can carry, by the rule that sizes a comparison. */
    private static final Load DEFAULT_LOAD = Load.open(50);

    private static final List<Double> ARTICLE_CALLS_MS = Collections.nCopies(4, 200.0);
    private static final int DEFAULT_IN_FLIGHT = 1_000;
    private static final int MAX_THREADS = 100_000;
    private static final int MAX_REQUESTS = 1_000_000;

    /** So many threads other strategies may have beside one with the largest pools that a request may ask for. */
    private static final int SPARE_THREADS = 500;

    private static final Duration MAX_DURATION = Duration.ofHours(1);

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--host", paramLabel = "ADDRESS", defaultValue = "127.0.0.1", description = "address to listen on")
    private String host;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "8080",
            description = "port to listen on, 0 for a free one")
    private int port;

    @Option(names = "--upstream", paramLabel = "URL", defaultValue = "http://127.0.0.1:9090",
            description = "address of an API in the format of JSONPlaceholder")
    private URI upstream;

    @Option(names = "--http-server", paramLabel = "NAME", defaultValue = "grizzly",
            description = "HTTP server to serve by: grizzly or tomcat")
    private String httpServer;

    @Option(names = "--http-threads", defaultValue = "200",
            description = "requests that may hold an HTTP thread at once")
    private int httpThreads;

    @Option(names = "--selector-threads", defaultValue = "1", description = "threads that read and parse requests")
    private int selectorThreads;

    @Option(names = "--http-queue", defaultValue = "1000",
            description = "requests that may wait for an HTTP thread; the next one gets a 503")
    private int httpQueue;

    @Option(names = "--backlog", defaultValue = "4096", description = "connections that may wait to be accepted")
    private int backlog;

    @Option(names = "--allowed-hosts", paramLabel = "LIST", defaultValue = "",
            description = "names that the Host header of a request may have besides IP addresses, localhost and names"
                    + " without a dot; * for all")
    private String allowedHosts;

    @Option(names = "--max-connections", defaultValue = "20000",
            description = "connections that may be open; the next one gets a 503 and is closed")
    private int maxConnections;

    @Option(names = "--head-timeout", defaultValue = "10s",
            description = "time from the first byte of a request to the end of its headers; after it, the answer is a"
                    + " 408")
    private Duration headTimeout;

    @Option(names = "--answer-timeout", defaultValue = "10s",
            description = "time after the deadline for a client to take its answer; then the connection is closed")
    private Duration answerTimeout;

    @Option(names = "--deadline", description = {
            "time from the arrival of a request to its answer; after it, the answer is a 504",
            "the scenario's, or 5s"})
    private Optional<Duration> deadline = Optional.empty();

    // A lost SYN is sent again after 1 s (RFC 6298): a call that waits no longer would fail for one lost packet.
    @Option(names = "--connect-timeout", defaultValue = "2s", description = "time for connecting to an upstream")
    private Duration connectTimeout;

    @Option(names = "--event-loops", defaultValue = "1", description = "threads of the non-blocking HTTP client")
    private int eventLoops;

    @Option(names = "--max-body", paramLabel = "BYTES", defaultValue = "16777216",
            description = "largest body of an upstream that is read")
    private int maxBodyBytes;

    @Option(names = "--max-body-total", paramLabel = "BYTES", description = {
            "bytes that the bodies of all requests together may hold; the next request gets a 503. Answers that their"
                    + " clients have not taken may hold half as much; beyond it, the oldest are closed", "half of the heap"})
    private Optional<Long> maxTotalBodyBytes = Optional.empty();

    @Option(names = "--default-io",
            description = {"I/O concurrency for a request that names none", "the scenario's, or what 50 requests/s need: 80 for four"
                    + " calls of 200 ms"})
    private Optional<Integer> defaultIo = Optional.empty();

    @Option(names = "--default-cpu",
            description = {"CPU concurrency for a request that names none", "the scenario's, or the number of cores"})
    private Optional<Integer> defaultCpu = Optional.empty();

    @Option(names = "--default-max-in-flight", description = {
            "requests of one strategy and budget that may be in flight; the next one gets a 503",
            "the scenario's, or 1000"})
    private Optional<Integer> defaultMaxInFlight = Optional.empty();

    @Option(names = "--max-io", defaultValue = "1000", description = "largest ioPoolSize of a request")
    private int maxIo;

    @Option(names = "--max-cpu", defaultValue = "1000", description = "largest cpuPoolSize of a request")
    private int maxCpu;

    @Option(names = "--largest-max-in-flight", defaultValue = "100000",
            description = "largest maxInFlight of a request")
    private int largestMaxInFlight;

    @Option(names = "--max-pools", defaultValue = "64",
            description = "strategies with different budgets that may run at once")
    private int maxPools;

    @Option(names = "--max-threads", description = {
            "threads that all running strategies may have together; a request that needs more gets a 503, or a 400 if its"
                    + " strategy alone would have more",
            "--max-io + --max-cpu + 500"})
    private Optional<Integer> maxThreads = Optional.empty();

    @Option(names = "--memory-sizes", paramLabel = "LIST", defaultValue = "0.5,5,10",
            description = "sizes of the shared lists that a request may ask for, in the article's MB: numbers, ranges"
                    + " such as 0..64, or any")
    private MemorySizes memorySizes;

    @Option(names = "--grace", defaultValue = "10s",
            description = "time for requests in progress when the service is told to end")
    private Duration grace;

    @Option(names = "--scenario", paramLabel = "FILE", description = {
            "calls and groups to serve: a scenario file, or the name of one that is included",
            "the main article's"})
    private Optional<String> scenarioFile = Optional.empty();

    /**
     * Gives every option its environment variable and describes it in the help: {@code BIRDSEYE_HTTP_THREADS} for
     * {@code --http-threads}, but {@code UPSTREAM_URL} for {@code --upstream}. Labels numbers and durations by type.
     */
    static void addVariables(CommandSpec spec) {
        List<OptionSpec> settings = spec.options().stream().filter(option -> !option.usageHelp()).toList();
        for (OptionSpec option : settings) {
            String name = option.longestName().substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
            String variable = name.equals("UPSTREAM") ? "UPSTREAM_URL" : "BIRDSEYE_" + name;
            String value = option.defaultValue();
            String shown = value != null ? value : option.description()[option.description().length - 1];
            String labelByType = option.auxiliaryTypes()[0] == Duration.class ? "TIME" : "N";
            spec.remove(option);
            spec.add(option.toBuilder()
                    .paramLabel(option.paramLabel().startsWith("<") ? labelByType : option.paramLabel())
                    .defaultValue("${env:" + variable + (value == null ? "}" : ":-" + value + "}"))
                    .description(option.description()[0] + " [" + variable + ", default " + shown + "]")
                    .build());
        }
    }

    /** @throws ParameterException if a value is out of bounds, or the scenario cannot be read */
    ServiceSettings settings() {
        try {
            return checked();
        } catch (IllegalArgumentException | IOException | InvalidScenario e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private ServiceSettings checked() throws IOException, InvalidScenario {
        Optional<ScenarioFile> file = scenarioFile.isEmpty() || scenarioFile.get().isBlank()
                ? Optional.empty()
                : Optional.of(ScenarioFile.load(scenarioFile.get(), Strategies.load().namesOnAnyJdk()));
        Optional<Scenario> scenario = file.map(ScenarioFile::scenario);
        Duration time = deadline.or(() -> scenario.map(Scenario::deadline)).orElse(Scenario.DEFAULT_DEADLINE);
        HttpHost.Provider.named(httpServer);
        require("--port", port, 0, 65_535);
        require("--http-threads", httpThreads, 1, MAX_THREADS);
        require("--selector-threads", selectorThreads, 1, 1_000);
        require("--http-queue", httpQueue, 0, MAX_REQUESTS);
        require("--backlog", backlog, 1, 65_535);
        require("--max-connections", maxConnections, 1, MAX_REQUESTS);
        require("--head-timeout", headTimeout, Duration.ofMillis(1));
        require("--answer-timeout", answerTimeout, Duration.ofMillis(1));
        require("--event-loops", eventLoops, 1, 1_000);
        require("--max-body", maxBodyBytes, 1, 1 << 30);
        long totalBodyBytes = maxTotalBodyBytes.orElse(Runtime.getRuntime().maxMemory() / 2);
        if (totalBodyBytes < maxBodyBytes) {
            throw new IllegalArgumentException(
                    "--max-body-total must be at least --max-body, which is " + maxBodyBytes + ", but is " + totalBodyBytes);
        }
        require("--max-io", maxIo, 1, MAX_THREADS);
        require("--max-cpu", maxCpu, 1, MAX_THREADS);
        require("--largest-max-in-flight", largestMaxInFlight, 1, MAX_REQUESTS);
        require("--max-pools", maxPools, 1, 1_000);
        int threads = maxThreads.orElse(maxIo + maxCpu + SPARE_THREADS);
        require("--max-threads", threads, 1, 3 * MAX_THREADS);
        require("--deadline", time, Duration.ofMillis(1));
        require("--connect-timeout", connectTimeout, Duration.ofMillis(1));
        require("--grace", grace, Duration.ZERO);
        // A scenario says how much its groups multiply; a tree other than the article's has lists of its own.
        MemorySizes sizes = file.map(tree -> MemorySizes.only(
                        tree.articleTree().map(shared -> shared.multiply().megabytes()).orElse(0.0)))
                .orElse(memorySizes);
        return new ServiceSettings(
                new HttpHost.Settings(
                        host, port, backlog, Callers.parse(allowedHosts), maxConnections,
                        new HttpHost.Settings.Threads(httpThreads, selectorThreads, httpQueue),
                        new HttpHost.Settings.Times(time, headTimeout, answerTimeout), totalBodyBytes / 2),
                new UpstreamClientSettings(upstream, connectTimeout, maxBodyBytes, totalBodyBytes, eventLoops),
                new RequestLimits(
                        defaultBudget(scenario.map(Scenario::budget), file, time), maxIo, maxCpu, largestMaxInFlight, httpThreads,
                        threads, sizes),
                maxPools, grace, file, httpServer);
    }

    private Budget defaultBudget(Optional<Budget> asked, Optional<ScenarioFile> file, Duration time) {
        Budget base = asked.orElseGet(() -> {
            Sizing sized = Sizing.of(
                    DEFAULT_LOAD, file.map(ScenarioFile::meanCallMs).orElse(ARTICLE_CALLS_MS), Durations.ms(time),
                    Runtime.getRuntime().availableProcessors());
            return new Budget(Math.min(maxIo, sized.ioConcurrency()), sized.cpuConcurrency(), DEFAULT_IN_FLIGHT);
        });
        return new Budget(
                defaultIo.orElse(base.ioConcurrency()), defaultCpu.orElse(base.cpuConcurrency()),
                defaultMaxInFlight.orElse(base.maxInFlight()));
    }

    private static void require(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(option + " must be from " + min + " to " + max + ", but is " + value);
        }
    }

    private static void require(String option, Duration value, Duration min) {
        if (value.compareTo(min) < 0 || value.compareTo(MAX_DURATION) > 0) {
            throw new IllegalArgumentException(option + " must be from " + Durations.format(min) + " to "
                    + Durations.format(MAX_DURATION) + ", but is " + Durations.format(value));
        }
    }
}
