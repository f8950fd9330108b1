package io.birdseye.cli.command;

import io.birdseye.cli.options.BirdseyeCommand;
import io.birdseye.cli.options.EffortOption;
import io.birdseye.cli.options.StrategyOptions;
import io.birdseye.cli.options.TemporaryFolder;
import io.birdseye.loadtest.recipe.Soak;
import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.loadtest.trial.Served;
import io.birdseye.loadtest.trial.ServiceOptions;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Exit;
import io.birdseye.model.Layout;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "soak",
        description = "Mixed faults over all strategies: no wrong answer, no wrong status, no hang, and nothing left behind.",
        exitCodeList = {"0:nothing was wrong", "1:something was; it is listed"})
public final class SoakCommand extends BirdseyeCommand {

    private static final Work WORK = Work.article(Duration.ZERO, 0.5, Layout.PRIMITIVE);
    private static final Duration START = Duration.ofSeconds(10);
    private static final ServiceOptions SERVICE = new ServiceOptions(
            64, 200, Optional.of(Duration.ofSeconds(4)), List.of("-XX:+UseParallelGC", "-Xmx1g"));

    @Option(names = "--duration", paramLabel = "TIME",
            description = "How long (default: by --effort, 30s, 2m or 60m).")
    private Optional<Duration> duration = Optional.empty();

    @Mixin
    private final EffortOption effort = new EffortOption();

    @Mixin
    private final StrategyOptions strategies = new StrategyOptions();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N",
            description = "Of the order of faults and of the mock (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    protected Exit run() throws Exception {
        Duration time = duration.orElse(Duration.ofSeconds(effort.level().pick(30, 120, 3600)));
        announceTime(time.plus(START), "");
        Served served = new Served(
                strategies.chosen(this, Optional.empty()), new Budgets.Equal(8, 2), WORK, SERVICE);
        lookAtMachine();
        return TemporaryFolder.use(this, "soak", folder ->
                new Soak(served, time, seed, folder, strategies.programs(this), this::print).run()
                        ? Exit.FINE
                        : Exit.CONDITION_FAILED);
    }
}
