package io.birdseye.cli;

import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.recipe.Overload;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Layout;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code birdseye overload}. */
@Command(
        name = "overload",
        description = "Ask for more than can be done: 'adaptive' under a load that steps up and down, with its regret, and"
                + " under twice the capacity beside strategies whose queue has no end.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:every target was met", "1:one was missed", "2:wrong options"})
final class OverloadCommand implements Callable<Integer> {

    /** So many requests in flight that the service refuses none. */
    private static final int UNBOUNDED = 100_000;

    @Option(names = "--fixed", split = ",", defaultValue = "sequential,executor,http-async", paramLabel = "NAME",
            description = "What the oracle chooses from (default: ${DEFAULT-VALUE}).")
    private List<String> fixed = List.of();

    @Option(names = "--unbounded", split = ",", defaultValue = "executor,rx", paramLabel = "NAME",
            description = "Shown under twice the capacity without a bound (default: ${DEFAULT-VALUE}).")
    private List<String> unbounded = List.of();

    @Option(names = "--step", defaultValue = "8s", paramLabel = "TIME",
            description = "Length of each of the six phases (default: ${DEFAULT-VALUE}).")
    private Duration step = Duration.ZERO;

    @Option(names = "--duration", defaultValue = "60s", paramLabel = "TIME",
            description = "How long twice the capacity lasts (default: ${DEFAULT-VALUE}).")
    private Duration overload = Duration.ZERO;

    @Option(names = "--delay", defaultValue = "200ms", paramLabel = "TIME",
            description = "Delay of every upstream (default: ${DEFAULT-VALUE}).")
    private Duration delay = Duration.ZERO;

    @Option(names = "--memory", defaultValue = "5", paramLabel = "MB",
            description = "Shared memory by the article's label (default: ${DEFAULT-VALUE}).")
    private double memory;

    @Option(names = "--layout", defaultValue = "boxed", paramLabel = "LAYOUT",
            description = "How the shared lists are held: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Layout layout = Layout.BOXED;

    @Option(names = "--io", defaultValue = "40", paramLabel = "N",
            description = "I/O concurrency of every strategy (default: ${DEFAULT-VALUE}).")
    private int io;

    @Option(names = "--cpu", paramLabel = "N", description = "CPU concurrency (default: the number of cores).")
    private Optional<Integer> cpu = Optional.empty();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Home home = Home.find();
        PrintWriter screen = spec.commandLine().getOut();
        Overload.Plan plan = new Overload.Plan(fixed, unbounded, step, overload);
        Served served = new Served(
                Stream.concat(fixed.stream(), unbounded.stream()).distinct().toList(),
                new Budgets.Equal(io, cpu.orElse(Runtime.getRuntime().availableProcessors())),
                Work.article(delay, memory, layout),
                new ServiceOptions(UNBOUNDED, 1_000, Optional.empty(), Programs.serviceJvmFlags()));
        Path logs = Files.createTempDirectory("birdseye-overload");
        screen.println("takes " + plan.span().toSeconds() + " s; logs are in " + logs);
        screen.flush();
        Programs programs = Programs.builtIn(home.folder(), home.java());
        boolean met = new Overload(served, logs, programs, plan, line -> {
                    screen.println(line);
                    screen.flush();
                })
                .run();
        return met ? 0 : 1;
    }
}
