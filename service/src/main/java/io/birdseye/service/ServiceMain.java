package io.birdseye.service;

import io.birdseye.service.overview.MemorySizes;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine;
import sun.misc.Signal;

/** Runs a service until it is told to end. */
@Command(
        name = "service",
        description = "Serves a fan-out over four upstreams, by the concurrency strategy that each request names.",
        usageHelpWidth = 120)
public final class ServiceMain implements Callable<Integer> {

    /** Grizzly and Jersey log by java.util.logging, and tell of every start. Held, or the level would be forgotten. */
    private static final Logger LIBRARIES = Logger.getLogger("org.glassfish");

    /** It warns of every shutdown, however well that goes. */
    private static final Logger SHUTDOWN = Logger.getLogger("org.glassfish.grizzly.nio.GracefulShutdownRunner");

    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";

    @Option(names = "--help", usageHelp = true, description = "prints this and ends")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Mixin
    private final SettingsOptions options = new SettingsOptions();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli fills it
    private CommandSpec spec;

    private ServiceMain() {}

    public static void main(String[] args) {
        leaveCarriersToWaitingThreads();
        LIBRARIES.setLevel(Level.WARNING);
        SHUTDOWN.setLevel(Level.SEVERE);
        int exit = commandLine(new ServiceMain()).execute(args);
        System.exit(exit);
    }

    /**
     * A combination holds its carrier until it ends. With as many carriers as cores, which is the JDK's default, and as
     * many combinations, bodies that arrive find no thread to read them: they come in bit by bit, and the cores are idle
     * when all wait for them. Whoever sets the number, and not us, has the last word.
     */
    private static void leaveCarriersToWaitingThreads() {
        if (System.getProperty(CARRIERS) == null) {
            System.setProperty(CARRIERS, Integer.toString(2 * Runtime.getRuntime().availableProcessors()));
        }
    }

    private static CommandLine commandLine(Object command) {
        return new CommandLine(command)
                .registerConverter(Duration.class, saying(Times::parse))
                .registerConverter(MemorySizes.class, saying(MemorySizes::parse))
                .setParameterExceptionHandler((e, args) -> {
                    System.err.println("service: " + e.getMessage() + " (--help lists all settings)");
                    return CommandLine.ExitCode.USAGE;
                });
    }

    /**
     * Reads settings as the command line does.
     *
     * @throws CommandLine.ParameterException if one is not allowed
     */
    public static Settings parse(String... args) {
        ServiceMain main = new ServiceMain();
        CommandLine commandLine = commandLine(main);
        commandLine.parseArgs(args);
        return main.settings(commandLine);
    }

    /** What {@code --help} prints. */
    static String help() {
        return commandLine(new ServiceMain()).getUsageMessage(CommandLine.Help.Ansi.OFF);
    }

    private Settings settings(CommandLine commandLine) {
        try {
            return options.settings();
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(commandLine, e.getMessage(), e);
        }
    }

    /** Passes a converter's own words on to the user. */
    private static <T> CommandLine.ITypeConverter<T> saying(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException e) {
                throw new CommandLine.TypeConversionException(e.getMessage());
            }
        };
    }

    @Override
    public Integer call() throws InterruptedException {
        Settings settings = settings(spec.commandLine());
        System.err.println(settings);
        CountDownLatch told = new CountDownLatch(1);
        for (String name : List.of("TERM", "INT")) {
            // A shutdown hook could only end with the status 143, or by a halt that cuts off other hooks (a flight
            // recording is written in one). Taken as a signal, it becomes an ordinary exit.
            Signal.handle(new Signal(name), signal -> {
                if (told.getCount() == 0) {
                    // Told twice: whoever is at the other end does not want to wait.
                    Runtime.getRuntime().halt(128 + signal.getNumber());
                }
                told.countDown();
            });
        }
        Service service;
        try {
            service = Service.start(settings);
        } catch (IOException e) {
            System.err.println(
                    "service: cannot listen on " + settings.host() + ":" + settings.port() + ": " + e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
        try (service) {
            String host = settings.host().equals("0.0.0.0") ? "127.0.0.1" : settings.host();
            System.out.println("service ready on http://" + host + ":" + service.port());
            told.await();
            if (!service.drain()) {
                System.err.println("service: requests were still in progress when the grace period of "
                        + settings.grace().toMillis() + " ms ended");
            }
        }
        return CommandLine.ExitCode.OK;
    }
}
