package io.birdseye.service;

import io.birdseye.model.Durations;
import io.birdseye.model.ParentProcess;
import io.birdseye.model.TerminalText;
import io.birdseye.service.overview.MemorySizes;
import io.birdseye.service.server.Descriptors;
import io.birdseye.service.server.HttpHost;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine;
import sun.misc.Signal;

/** Runs a service until it is told to end. */
@Command(
        name = "service",
        description = "Serves requests that call several upstreams, by the concurrency strategy that each one names.",
        usageHelpWidth = 120)
public final class ServiceMain implements Callable<Integer> {

    /** Grizzly and Jersey log every start. The field keeps the logger, and so its level, from being collected. */
    private static final Logger LIBRARIES = Logger.getLogger("org.glassfish");

    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";

    @Option(names = "--help", usageHelp = true, description = "print this help and end")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    @Mixin
    private final SettingsOptions options = new SettingsOptions();

    private ServiceMain() {}

    public static void main(String[] args) {
        ParentProcess.endWithParent();
        leaveCarriersToWaitingThreads();
        // Read from a file at its first use, by the log of a failure: that may be the lack of descriptors.
        TimeZone _ = TimeZone.getDefault();
        LIBRARIES.setLevel(Level.WARNING);
        int exit = commandLine(new ServiceMain()).execute(args);
        System.exit(exit);
    }

    /**
     * Doubles the carrier threads of virtual threads, unless the user has set their number. A combination holds its
     * carrier until it ends. If combinations hold all carriers, no thread reads the bodies that arrive, and later the
     * cores are idle while all requests wait for bodies.
     */
    private static void leaveCarriersToWaitingThreads() {
        if (System.getProperty(CARRIERS) == null) {
            System.setProperty(CARRIERS, Integer.toString(2 * Runtime.getRuntime().availableProcessors()));
        }
    }

    private static CommandLine commandLine(ServiceMain main) {
        CommandLine commandLine = new CommandLine(main)
                .registerConverter(Duration.class, withMessage(Durations::parse))
                .registerConverter(MemorySizes.class, withMessage(MemorySizes::parse))
                .setParameterExceptionHandler((e, args) -> {
                    System.err.println("service: " + TerminalText.visible(String.valueOf(e.getMessage())) + " (--help lists all settings)");
                    return CommandLine.ExitCode.USAGE;
                });
        SettingsOptions.addVariables(commandLine.getCommandSpec());
        return commandLine;
    }

    /** Makes picocli show the message of a failed conversion. */
    private static <T> CommandLine.ITypeConverter<T> withMessage(Function<String, T> parse) {
        return text -> {
            try {
                return parse.apply(text);
            } catch (IllegalArgumentException e) {
                throw new CommandLine.TypeConversionException(e.getMessage());
            }
        };
    }

    /** Reads settings as the command line does; refuses what is not allowed with a {@code ParameterException}. */
    public static ServiceSettings parse(String... args) {
        ServiceMain main = new ServiceMain();
        commandLine(main).parseArgs(args);
        return main.options.settings();
    }

    public static String help() {
        return commandLine(new ServiceMain()).getUsageMessage(CommandLine.Help.Ansi.OFF);
    }

    @Override
    public Integer call() throws InterruptedException {
        ServiceSettings settings = options.settings();
        System.err.println(TerminalText.visible(settings.toString()));
        CountDownLatch told = new CountDownLatch(1);
        for (String name : List.of("TERM", "INT")) {
            // A shutdown hook could only end the JVM with status 143, or halt it before other hooks have run (one of
            // them writes a flight recording). Handled as a signal, it becomes an ordinary exit.
            Signal.handle(new Signal(name), signal -> {
                if (told.getCount() == 0) {
                    // The second signal ends it at once.
                    Runtime.getRuntime().halt(128 + signal.getNumber());
                }
                told.countDown();
            });
        }
        Descriptors descriptors;
        try {
            descriptors = Descriptors.now(settings.http().maxConnections());
        } catch (IllegalStateException e) {
            System.err.println("service: " + e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
        if (descriptors.isScarce()) {
            System.err.println("service: " + descriptors);
        }
        Service service;
        try {
            service = new Service(settings, descriptors);
        } catch (IOException e) {
            HttpHost.Settings http = settings.http();
            System.err.println("service: cannot listen on " + http.host() + ":" + http.port() + ": " + e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
        try (service) {
            service.recordVirtualThreads();
            String host = settings.http().host().replace("0.0.0.0", "127.0.0.1");
            System.out.println("service ready on http://" + host + ":" + service.port());
            told.await();
            if (!service.drain()) {
                System.err.println("service: requests were still in progress when the grace period of "
                        + Durations.format(settings.grace()) + " ended");
            }
        }
        return CommandLine.ExitCode.OK;
    }
}
