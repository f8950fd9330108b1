package io.birdseye.cli;

import io.birdseye.loadtest.program.JavaProgram;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.TrialFailure;
import io.birdseye.scenario.MockSettings;
import io.birdseye.scenario.ScenarioFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code birdseye serve}. */
@Command(
        name = "serve",
        description = "Run mock-api and the service until stopped, to play with by hand, curl or any load tool.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nSettings of the programs:%n",
        footer = {
            "  Any other option is the service's own, such as --http-threads 64 or --deadline 2s.",
            "  An option of mock-api is written with the prefix mock-, such as --mock-delay 50ms or --mock-seed 7.",
            "  What there is, the programs tell: serve --service-help, serve --mock-help."
        })
final class ServeCommand implements Callable<Integer> {

    private static final String MOCK_PREFIX = "--mock-";

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Option(names = "--port", defaultValue = "8080", description = "Port of the service (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(names = "--mock-port", defaultValue = "9090", description = "Port of mock-api (default: ${DEFAULT-VALUE}).")
    private int mockPort;

    @Option(names = "--jvm", split = " +", defaultValue = Programs.SERVICE_JVM_FLAGS,
            description = "JVM flags of the service (default: ${DEFAULT-VALUE}).")
    private List<String> jvmFlags = List.of();

    @Option(names = "--service-help", description = "Print the service's settings.")
    private boolean serviceHelp;

    @Option(names = "--mock-help", description = "Print mock-api's settings.")
    private boolean mockHelp;

    @Unmatched
    private List<String> others = new ArrayList<>();

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Optional<ScenarioFile> file = scenario.load();
        Home home = Home.find();
        Programs programs = plugins.on(Programs.builtIn(home.folder(), home.java()));
        if (serviceHelp || mockHelp) {
            JavaProgram program = serviceHelp ? programs.service() : programs.mockApi();
            return new ProcessBuilder(program.command(programs.java(), List.of(), List.of("--help")))
                    .inheritIO()
                    .start()
                    .waitFor();
        }
        List<String> mockArguments = new ArrayList<>(List.of("--port", Integer.toString(mockPort)));
        List<String> serviceArguments = new ArrayList<>(List.of("--port", Integer.toString(port)));
        split(others, mockArguments, serviceArguments);
        if (file.isPresent()) {
            Path folder = Files.createTempDirectory("birdseye-serve");
            Path yaml = Files.writeString(folder.resolve("scenario.yaml"), file.get().text());
            Path upstreams = Files.writeString(folder.resolve("mock-settings.json"), MockSettings.json(file.get(), 1));
            mockArguments.addAll(List.of("--settings", upstreams.toString()));
            serviceArguments.addAll(List.of("--scenario", yaml.toString()));
        }
        List<Process> children = new ArrayList<>();
        Thread stop = new Thread(() -> stop(children));
        Runtime.getRuntime().addShutdownHook(stop);
        try {
            String mockUrl =
                    start(programs.mockCommand(mockArguments), children);
            if (!others.contains("--upstream")) {
                serviceArguments.addAll(List.of("--upstream", mockUrl));
            }
            String url = start(programs.serviceCommand(jvmFlags, serviceArguments), children);
            PrintWriter out = spec.commandLine().getOut();
            out.println("try: curl -i '" + url + "/overview/executor?userId=1'");
            out.println("stop with Ctrl-C");
            out.flush();
            return awaitFirstEnd(children);
        } finally {
            stop(children);
        }
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

    /** Starts a program and returns the address in its ready line. */
    private String start(List<String> command, List<Process> children) throws IOException, TrialFailure {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        synchronized (children) {
            children.add(process);
        }
        PrintWriter out = spec.commandLine().getOut();
        BufferedReader reader = process.inputReader();
        String line;
        while ((line = reader.readLine()) != null) {
            out.println(line);
            out.flush();
            int at = line.indexOf(" ready on ");
            if (at > 0) {
                return line.substring(at + " ready on ".length()).strip();
            }
        }
        throw new TrialFailure("a program ended before it was ready; what it said stands above");
    }

    private static int awaitFirstEnd(List<Process> children) throws InterruptedException {
        while (true) {
            for (Process child : children) {
                if (child.waitFor(200, TimeUnit.MILLISECONDS)) {
                    return child.exitValue() == 0 ? 0 : 1;
                }
            }
        }
    }

    private static void stop(List<Process> children) {
        synchronized (children) {
            children.forEach(Process::destroy);
            for (Process child : children) {
                try {
                    if (!child.waitFor(10, TimeUnit.SECONDS)) {
                        child.destroyForcibly();
                    }
                } catch (InterruptedException e) {
                    child.destroyForcibly();
                    Thread.currentThread().interrupt();
                }
            }
        }
    }
}
