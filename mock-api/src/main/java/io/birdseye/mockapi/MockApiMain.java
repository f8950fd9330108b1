package io.birdseye.mockapi;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The program: mock-api on a port until it is told to stop. */
@Command(
        name = "mock-api",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpWidth = 110,
        description = "Serves /posts, /comments, /albums, /photos and /users with latency and faults to order.",
        footer = {
            "",
            "A delay is DURATION, uniform:LOWER:UPPER, lognormal:MEDIAN:SIGMA or dribble:CHUNKS:TOTAL,",
            "where a duration is like 200ms, 1.5s or 250us. Without ROUTE= a setting is for all routes that have",
            "none of their own. In an environment variable, several settings are separated by commas.",
            "",
            "Exit codes: 0 stopped by a signal, 1 cannot listen, 2 a setting is not allowed."
        })
public final class MockApiMain implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "${env:MOCK_HOST:-127.0.0.1}",
            description = "Address to listen on (env MOCK_HOST, default 127.0.0.1).")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "${env:MOCK_PORT:-9090}",
            description = "Port to listen on; 0 picks a free one (env MOCK_PORT, default 9090).")
    private int port = 9090;

    @Option(
            names = "--event-loops",
            paramLabel = "N",
            defaultValue = "${env:MOCK_EVENT_LOOPS:-0}",
            description = "Threads that serve; 0 is one per core (env MOCK_EVENT_LOOPS, default 0).")
    private int eventLoops;

    @Option(
            names = "--photos",
            paramLabel = "N",
            defaultValue = "${env:MOCK_PHOTOS:-5000}",
            description = "How many photos there are, nine tenths of all data (env MOCK_PHOTOS, default 5000).")
    private int photos = Dataset.PHOTOS;

    @Option(
            names = "--settings",
            paramLabel = "FILE",
            defaultValue = "${env:MOCK_SETTINGS}",
            description = "JSON as PUT /__admin/settings takes it; the flags below change it (env MOCK_SETTINGS).")
    private String settingsFile = "";

    @Option(
            names = "--delay",
            paramLabel = "[ROUTE=]DELAY",
            split = ",",
            defaultValue = "${env:MOCK_DELAY}",
            description = "When answers come (env MOCK_DELAY, default at once). May be repeated.")
    private List<String> delays = List.of();

    @Option(
            names = "--status",
            paramLabel = "[ROUTE=]CODE[:PROBABILITY]",
            split = ",",
            defaultValue = "${env:MOCK_STATUS}",
            description = "An error status in place of the data (env MOCK_STATUS, default none). May be repeated.")
    private List<String> statuses = List.of();

    @Option(
            names = "--fault",
            paramLabel = "[ROUTE=]FAULT[:PROBABILITY]",
            split = ",",
            defaultValue = "${env:MOCK_FAULT}",
            description = {
                "EMPTY_RESPONSE, MALFORMED_RESPONSE_CHUNK, RANDOM_DATA_THEN_CLOSE or CONNECTION_RESET_BY_PEER"
                        + " (env MOCK_FAULT, default none). May be repeated."
            })
    private List<String> faults = List.of();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "${env:MOCK_SEED}",
            description = "Seed of all random draws (env MOCK_SEED, default " + Settings.DEFAULT_SEED + ").")
    private @Nullable Long seed;

    private MockApiMain() {}

    /** Ends the JVM with one of the exit codes that the help lists. */
    public static void main(String[] args) {
        System.exit(run(print(System.out), print(System.err), args));
    }

    private static PrintWriter print(PrintStream stream) {
        return new PrintWriter(stream, true, StandardCharsets.UTF_8);
    }

    /** Returns only if the server cannot start. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        return new CommandLine(new MockApiMain())
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler(MockApiMain::refuse)
                .execute(args);
    }

    @Override
    public Integer call() throws InterruptedException {
        MockApiConfig config;
        try {
            Settings settings = new StartSettings(settingsFile, delays, statuses, faults, seed).read();
            int loops = eventLoops == 0 ? MockApiConfig.defaultEventLoops() : eventLoops;
            config = new MockApiConfig(host, port, loops, photos, settings);
        } catch (InvalidSetting refused) {
            throw new ParameterException(commandLine(), refused.getMessage(), refused);
        }
        MockApi mock;
        try {
            mock = MockApi.start(config);
        } catch (StartFailure e) {
            commandLine().getErr().println("mock-api: " + e.getMessage());
            return 1;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(mock), "mock-api-shutdown"));
        commandLine().getOut().println("mock-api ready on " + mock.url());
        commandLine().getOut().flush();
        new CountDownLatch(1).await();
        return 0;
    }

    /** A signal is the ordinary way to stop this program, so it is no failure; the JVM alone would exit with 143. */
    private static void stop(MockApi mock) {
        mock.close();
        Runtime.getRuntime().halt(0);
    }

    private static int refuse(ParameterException e, String[] args) {
        e.getCommandLine().getErr().println("mock-api: " + e.getMessage() + " (--help lists all settings)");
        return CommandLine.ExitCode.USAGE;
    }

    private CommandLine commandLine() {
        if (spec == null) {
            throw new IllegalStateException("picocli has not set the command up");
        }
        return spec.commandLine();
    }
}
