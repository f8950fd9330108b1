package io.birdseye.cli.command;

import io.birdseye.cli.load.InjectorOptions;
import io.birdseye.cli.options.ArticleOptions;
import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.TemporaryFolder;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.recipe.Overload;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.model.Exit;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code birdseye overload}. */
@Command(
        name = "overload",
        description = "Send more requests than the strategies can answer: 'adaptive' under a load that steps up and down,"
                + " with its regret, and under twice the capacity beside strategies with an unlimited queue.",
        exitCodeList = {
            "0:every target was met", "1:one was missed",
            "3:other programs took so much of the machine that the figures are not to be trusted"
        })
public final class OverloadCommand extends BirdseyeCommand {

    /** The service admits every request. */
    private static final int UNLIMITED = 100_000;

    private static final int HTTP_THREADS = 1_000;

    @Option(names = "--fixed", split = ",", defaultValue = "sequential,executor,http-async", paramLabel = "NAME",
            description = "Strategies of which the best in each phase is the reference (default: ${DEFAULT-VALUE}).")
    private List<String> fixed = List.of();

    @Option(names = "--unbounded", split = ",", defaultValue = "executor,rx", paramLabel = "NAME",
            description = "Strategies shown under twice the capacity with an unlimited queue (default: ${DEFAULT-VALUE}).")
    private List<String> unbounded = List.of();

    @Option(names = "--step", defaultValue = "8s", paramLabel = "TIME",
            description = "Length of each of the six phases (default: ${DEFAULT-VALUE}).")
    private Duration step = Duration.ZERO;

    @Option(names = "--duration", defaultValue = "60s", paramLabel = "TIME",
            description = "How long twice the capacity lasts (default: ${DEFAULT-VALUE}).")
    private Duration overload = Duration.ZERO;

    @Mixin
    private final ArticleOptions work = new ArticleOptions();

    @Option(names = "--io", defaultValue = "40", paramLabel = "N",
            description = "I/O concurrency of every strategy (default: ${DEFAULT-VALUE}).")
    private int io;

    @Mixin
    private final InjectorOptions injectors = new InjectorOptions();

    @Option(names = "--cpu", paramLabel = "N", description = "CPU concurrency (default: the number of cores).")
    private Optional<Integer> cpu = Optional.empty();

    @Override
    protected Exit run() throws Exception {
        Overload.Plan plan = new Overload.Plan(fixed, unbounded, step, overload);
        Served served = check(() -> new Served(
                Stream.concat(fixed.stream(), unbounded.stream()).distinct().toList(),
                new Budgets.Equal(io, cpu.orElse(Runtime.getRuntime().availableProcessors())), work.work(),
                new ServiceOptions(
                        UNLIMITED, HTTP_THREADS, Optional.empty(), Programs.serviceJvmFlags())));
        print("takes " + plan.span().toSeconds() + " s");
        lookAtMachine();
        return TemporaryFolder.use(this, "overload", folder ->
                new Overload(served, folder, injectors.in(this, workspace.programs()), plan, this::print).run());
    }
}
