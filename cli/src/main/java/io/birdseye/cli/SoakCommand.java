package io.birdseye.cli;

import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.recipe.Soak;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code birdseye soak}. */
@Command(
        name = "soak",
        description = "Mixed faults over all strategies: no wrong answer, no wrong status, no hang, and nothing left behind.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:nothing was wrong", "1:something was; it is listed", "2:wrong options"})
final class SoakCommand implements Callable<Integer> {

    @Option(names = "--duration", defaultValue = "2m", paramLabel = "TIME",
            description = "How long, such as 2m or 60m (default: ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(names = "--strategies", split = ",", paramLabel = "NAME", description = "Which strategies (default: all).")
    private List<String> strategies = List.of();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N",
            description = "Of the order of faults and of the mock (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private final PluginOption plugins = new PluginOption();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Home home = Home.find();
        PrintWriter screen = spec.commandLine().getOut();
        Served served = new Served(
                names(),
                new Budgets.Equal(8, 2),
                Work.article(Duration.ZERO, 0.5, Layout.PRIMITIVE),
                new ServiceOptions(
                        64, 200, Optional.of(Duration.ofSeconds(4)), List.of("-XX:+UseParallelGC", "-Xmx1g")));
        Programs programs = plugins.on(Programs.builtIn(home.folder(), home.java()));
        Path logs = Files.createTempDirectory("birdseye-soak");
        boolean good = new Soak(served, duration, seed, logs, programs, line -> {
                    screen.println(line);
                    screen.flush();
                })
                .run();
        return good ? 0 : 1;
    }

    private List<String> names() {
        try {
            return StrategyNames.resolve(strategies, plugins.strategies(), false);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
