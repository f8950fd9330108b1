package io.birdseye.cli;

import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.model.Load;
import io.birdseye.scenario.Scenario;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The load of a trial: how much, how long, and what comes before. */
final class LoadOptions {

    @Option(names = "--rate", paramLabel = "PER_SECOND",
            description = "Open model: arrivals per second that do not wait for answers (default: 50).")
    private Optional<Double> rate = Optional.empty();

    @Option(names = "--users", paramLabel = "N",
            description = "Closed model instead: users who wait for their answer before they ask again.")
    private Optional<Integer> users = Optional.empty();

    @Option(names = "--duration", paramLabel = "TIME",
            description = "Measured time of each trial (default: 30s; with --thorough 60s).")
    private Optional<Duration> duration = Optional.empty();

    @Option(names = "--warm-up", paramLabel = "TIME",
            description = "Load before that, not measured, in three cycles of rising rate"
                    + " (default: 18s; with --thorough 30s).")
    private Optional<Duration> warmUp = Optional.empty();

    @Option(names = "--blocks", paramLabel = "N",
            description = "How often every strategy is measured, in random order (default: 1, which gives no ranking;"
                    + " with --thorough 5).")
    private Optional<Integer> blocks = Optional.empty();

    @Option(names = "--thorough",
            description = "Measure what a publishable result needs: 5 blocks, 30 s of warm-up and 60 s measured in each"
                    + " trial. Says first how long that takes.")
    private boolean thorough;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli before the call
    private CommandSpec command;

    /** A flag wins over the scenario. */
    Load load(Optional<Scenario> asked) {
        if (rate.isPresent() && users.isPresent()) {
            throw new ParameterException(commandLine(), "--rate and --users name two load models; choose one");
        }
        try {
            return users.map(Load::closed)
                    .or(() -> rate.map(Load::open))
                    .or(() -> asked.flatMap(ScenarioOption::trialLoad))
                    .orElseGet(() -> Load.open(50));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(commandLine(), e.getMessage(), e);
        }
    }

    Duration duration() {
        return duration.orElse(Duration.ofSeconds(thorough ? 60 : 30));
    }

    WarmUp warmUp() {
        return WarmUp.of(warmUp.orElse(Duration.ofSeconds(thorough ? 30 : 18)));
    }

    int blocks() {
        return blocks.orElse(thorough ? 5 : 1);
    }

    private CommandLine commandLine() {
        return command.commandLine();
    }
}
