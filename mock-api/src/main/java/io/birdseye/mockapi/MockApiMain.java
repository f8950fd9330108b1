package io.birdseye.mockapi;

import io.birdseye.mockapi.MockApi.StartFailure;
import io.birdseye.model.Callers;
import io.birdseye.model.Durations;
import io.birdseye.model.ParentProcess;
import io.birdseye.model.TerminalText;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** The program: mock-api on a port until it is told to stop. */
@Command(
        name = "mock-api",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110,
        description = "Serves /posts, /comments, /albums, /photos and /users with configurable latency and faults.",
        footer = {
            "",
            "A delay is DURATION, uniform:LOWER:UPPER, lognormal:MEDIAN:SIGMA or dribble:CHUNKS:TOTAL,",
            "where a duration is like 200ms, 1.5s or 250us. Without ROUTE= a setting is for all routes that have",
            "none of their own. In an environment variable, several settings are separated by commas.",
            "",
            "Exit codes: 0 stopped by a signal, 1 cannot listen, 2 a setting is not allowed."
        })
public final class MockApiMain implements Callable<Integer> {

    @Option(names = "--host", paramLabel = "ADDRESS",
            description = "Address to listen on (env MOCK_HOST, default 127.0.0.1).")
    private String host = "127.0.0.1";

    @Option(names = "--port", paramLabel = "PORT",
            description = "Port to listen on; 0 picks a free one (env MOCK_PORT, default 9090).")
    private int port = 9090;

    @Option(names = "--allowed-hosts", paramLabel = "LIST",
            description = "Names that the Host header may have besides IP addresses, localhost and names without a dot;"
                    + " * for all (env MOCK_ALLOWED_HOSTS, default none).")
    private String allowedHosts = "";

    @Option(names = "--event-loops", paramLabel = "N",
            description = "Threads that serve; 0 is one per core (env MOCK_EVENT_LOOPS, default 0).")
    private int eventLoops;

    @Option(names = "--max-connections", paramLabel = "N",
            description = "Connections that may be open; more are closed. 0 is as many as descriptors allow"
                    + " (env MOCK_MAX_CONNECTIONS, default 0).")
    private int maxConnections;

    @Option(names = "--idle-timeout", paramLabel = "TIME",
            description = "Time in which a connection has to bring a whole request, from its opening or from its last"
                    + " answer; then it is closed (env MOCK_IDLE_TIMEOUT, default 2m).")
    private Duration idle = MockApiConfig.DEFAULT_IDLE;

    @Option(names = "--photos", paramLabel = "N",
            description = "Number of photos, which are nine tenths of all data (env MOCK_PHOTOS, default "
                    + MockApiConfig.DEFAULT_PHOTOS + ").")
    private int photos = MockApiConfig.DEFAULT_PHOTOS;

    @Option(names = "--settings", paramLabel = "FILE",
            description = "JSON as PUT /__admin/settings takes it; the flags below change it (env MOCK_SETTINGS).")
    private String settingsFile = "";

    @Option(names = "--delay", paramLabel = "[ROUTE=]DELAY", split = ",",
            description = "Delay of the answers (env MOCK_DELAY, default none). May be repeated.")
    private List<String> delays = List.of();

    @Option(names = "--status", paramLabel = "[ROUTE=]CODE[:PROBABILITY]", split = ",",
            description = "An error status in place of the data (env MOCK_STATUS, default none). May be repeated.")
    private List<String> statuses = List.of();

    @Option(names = "--fault", paramLabel = "[ROUTE=]FAULT[:PROBABILITY]", split = ",",
            description = "EMPTY_RESPONSE, MALFORMED_RESPONSE_CHUNK, RANDOM_DATA_THEN_CLOSE or CONNECTION_RESET_BY_PEER"
                    + " (env MOCK_FAULT, default none). May be repeated.")
    private List<String> faults = List.of();

    @Option(names = "--seed", paramLabel = "N",
            description = "Seed of all random draws (env MOCK_SEED, default " + UpstreamSettings.DEFAULT_SEED + ").")
    private @Nullable Long seed;

    private final PrintWriter out;

    private MockApiMain(PrintWriter out) {
        this.out = out;
    }

    /** Ends the JVM with one of the exit codes that the help lists. */
    public static void main(String[] args) {
        ParentProcess.endWithParent();
        System.exit(run(
                new PrintWriter(System.out, true, StandardCharsets.UTF_8),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8), args));
    }

    /** Returns only if the server cannot start. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return new CommandLine(new MockApiMain(out))
                .registerConverter(Duration.class, MockApiMain::duration)
                .setOut(out)
                .setErr(err)
                .setDefaultValueProvider(argument -> argument instanceof OptionSpec option ? environment(option) : null)
                .setParameterExceptionHandler((refused, arguments) -> refuse(err, refused))
                .setExecutionExceptionHandler((failure, command, parsed) -> switch (failure) {
                    case InvalidSetting refused -> refuse(err, refused);
                    case StartFailure cannotListen -> {
                        err.println("mock-api: " + cannotListen.getMessage());
                        yield CommandLine.ExitCode.SOFTWARE;
                    }
                    default -> throw failure;
                })
                .execute(args);
    }

    /** What the environment sets for an option: {@code MOCK_EVENT_LOOPS} for {@code --event-loops}. */
    private static @Nullable String environment(OptionSpec option) {
        String name = option.longestName().substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
        return System.getenv("MOCK_" + name);
    }

    private static Duration duration(String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new CommandLine.TypeConversionException(e.getMessage());
        }
    }

    private static int refuse(PrintWriter err, Exception refused) {
        err.println("mock-api: " + TerminalText.visible(String.valueOf(refused.getMessage())) + " (--help lists all settings)");
        return CommandLine.ExitCode.USAGE;
    }

    @Override
    public Integer call() throws InterruptedException {
        MockApi mock = MockApi.start(new MockApiConfig(
                host, port, eventLoops, maxConnections, idle, photos, settings(), Callers.parse(allowedHosts)));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(mock), "mock-api-shutdown"));
        out.println("mock-api ready on " + mock.url());
        new CountDownLatch(1).await();
        return 0;
    }

    /** The settings of the file, changed by the flags. */
    private UpstreamSettings settings() {
        UpstreamSettings settings = settingsFile.isBlank()
                ? UpstreamSettings.none()
                : UpstreamSettings.fromFile("--settings", settingsFile);
        settings = RuleText.apply(settings, "delay", delays);
        settings = RuleText.apply(settings, "status", statuses);
        settings = RuleText.apply(settings, "fault", faults);
        return seed == null ? settings : settings.withSeed(seed);
    }

    /** A signal is the usual way to stop this program, so the exit code is 0; the JVM alone would exit with 143. */
    private static void stop(MockApi mock) {
        mock.close();
        Runtime.getRuntime().halt(0);
    }
}
