package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.StrategyOptions.PluginOption;
import io.birdseye.cli.options.TemporaryFolder;
import io.birdseye.cli.options.WorkOptions.ArticleOptions;
import io.birdseye.cli.options.WorkOptions.ScenarioOption;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.LabelledFlags;
import io.birdseye.loadtest.program.Launch;
import io.birdseye.loadtest.program.Launcher;
import io.birdseye.loadtest.program.Program;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Exit;
import io.birdseye.scenario.MockSettings;
import io.birdseye.scenario.ScenarioFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Unmatched;

@Command(
        name = "serve",
        description = "Run mock-api and the service until stopped, to play with by hand, curl or any load tool.",
        footerHeading = "%nSettings of the programs:%n",
        footer = {
            "  Any other option is the service's own, such as --http-threads 64 or --deadline 2s.",
            "  An option of mock-api is written with the prefix mock-, such as --mock-seed 7.",
            "  All settings are listed by: serve --service-help, serve --mock-help."
        })
public final class ServeCommand extends BirdseyeCommand {

    private static final String MOCK_PREFIX = "--mock-";
    private static final Duration POLL = Duration.ofMillis(200);

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Option(names = "--latency", paramLabel = "[ROUTE=]TIME",
            description = "How long upstreams take to answer, such as 50ms, or posts=50ms for one (default: "
                    + ArticleOptions.LATENCY + ", or as the scenario says).")
    private Optional<String> latency = Optional.empty();

    @Option(names = "--port", defaultValue = "8080", description = "Port of the service (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--mock-port", defaultValue = "9090", description = "Port of mock-api (default: ${DEFAULT-VALUE}).")
    private int mockPort;

    @Option(names = "--jvm", split = " +",
            description = "JVM flags of the service, behind the usual ones (" + Programs.SERVICE_JVM_FLAGS + "), whose collector"
                    + " or heap goes where these name another.")
    private List<String> jvmFlags = List.of();

    @Option(names = "--service-help", description = "Print the service's settings.")
    private boolean serviceHelp;

    @Option(names = "--mock-help", description = "Print mock-api's settings.")
    private boolean mockHelp;

    @Unmatched
    private List<String> others = new ArrayList<>();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Override
    protected Exit run() throws Exception {
        Optional<ScenarioFile> file = scenario.load(plugins.strategies(this));
        Programs programs = plugins.programs(this);
        if (serviceHelp || mockHelp) {
            List<String> command = serviceHelp
                    ? programs.serviceCommand(Optional.empty(), List.of(), List.of("--help"))
                    : programs.mockCommand(List.of("--help"));
            try (Launcher launcher = new Launcher()) {
                return awaitFirstEnd(List.of(launcher.start(Launch.inherited("help", command))));
            }
        }
        return TemporaryFolder.use(this, "serve", folder -> serve(file, programs, folder));
    }

    /** @param folder of the logs, and of the files that the programs are given */
    private Exit serve(Optional<ScenarioFile> file, Programs programs, Path folder) throws Exception {
        try (Launcher launcher = new Launcher()) {
            List<String> mockArguments = new ArrayList<>(List.of("--port", Integer.toString(mockPort)));
            List<String> serviceArguments = new ArrayList<>(List.of("--port", Integer.toString(port)));
            split(others, mockArguments, serviceArguments);
            boolean said = file.isPresent() || mockArguments.contains("--delay") || mockArguments.contains("--settings");
            Optional<String> delay = latency.or(() -> said ? Optional.empty() : Optional.of(ArticleOptions.LATENCY));
            delay.ifPresent(time -> mockArguments.addAll(List.of("--delay", time)));
            if (file.isPresent()) {
                Path yaml = Files.writeString(folder.resolve("scenario.yaml"), file.get().text());
                Path upstreams =
                        Files.writeString(folder.resolve("mock-settings.json"), MockSettings.json(file.get(), 1));
                mockArguments.addAll(List.of("--settings", upstreams.toString()));
                serviceArguments.addAll(List.of("--scenario", yaml.toString()));
            }
            Program mock = start(launcher, "mock-api", programs.mockCommand(mockArguments), folder);
            if (!others.contains("--upstream")) {
                serviceArguments.addAll(List.of("--upstream", mock.url()));
            }
            List<String> flags = LabelledFlags.behind(Programs.serviceJvmFlags(), jvmFlags);
            Program service = start(launcher, "service", programs.serviceCommand(Optional.empty(), flags, serviceArguments), folder);
            print(addresses(service.url(), mock.url(), delay).toArray());
            return awaitFirstEnd(List.of(mock, service));
        }
    }

    /** What is where, and what to do first. */
    private List<String> addresses(String service, String mock, Optional<String> delay) {
        String upstreams = scenario.given()
                .map(name -> "as the scenario " + name + " says")
                .orElse(delay.map(time -> "after " + time).orElse("as mock-api's settings say"));
        return List.of(
                "", "Page:        " + service + "/", "Try:         curl -i '" + service + "/overview/executor?userId=1'",
                "Strategies:  " + service + "/strategies", "Description: " + service + "/openapi.json",
                "Metrics:     " + service + "/metrics", "Health:      " + service + "/health/ready",
                "Upstreams:   " + mock + ", which answer " + upstreams, "", "Ctrl-C ends both.");
    }

    /** Options that begin with the mock's prefix lose it; each may be followed by its value. */
    static void split(List<String> arguments, List<String> mock, List<String> service) {
        List<String> current = service;
        for (String argument : arguments) {
            if (argument.startsWith(MOCK_PREFIX)) {
                current = mock;
                current.add("--" + argument.substring(MOCK_PREFIX.length()));
            } else {
                if (argument.startsWith("-")) {
                    current = service;
                }
                current.add(argument);
            }
        }
    }

    private Program start(Launcher launcher, String name, List<String> command, Path logs)
            throws TrialFailure, InterruptedException {
        Program server;
        try {
            server = launcher.startServer(Launch.logged(name, command, logs.resolve(name + ".log")));
        } catch (TrialFailure e) {
            // The program speaks of its own --help.
            String help = name.equals("service") ? "--service-help lists" : "--mock-help lists";
            throw new TrialFailure(e.reason().replace("--help lists", help), e);
        }
        print(name + " ready on " + server.url());
        return server;
    }

    private static Exit awaitFirstEnd(List<Program> programs) throws TrialFailure, InterruptedException {
        while (programs.stream().allMatch(Program::alive)) {
            Thread.sleep(POLL);
        }
        boolean failed = false;
        for (Program program : programs) {
            failed |= !program.alive() && program.awaitExit(POLL, () -> {}) != 0;
        }
        return failed ? Exit.BIRDSEYE_FAILED : Exit.FINE;
    }
}
