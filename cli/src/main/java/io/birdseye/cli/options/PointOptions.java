package io.birdseye.cli.options;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Programs;
import io.birdseye.loadtest.trial.Work;
import io.birdseye.model.Load;
import io.birdseye.planning.point.PointSettings;
import io.birdseye.planning.point.PointTrials;
import io.birdseye.report.result.ValidityBounds;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The settings of points, for commands that measure many short trials. */
public final class PointOptions {

    @Mixin
    private final StrategyOptions strategies = new StrategyOptions();

    @Mixin
    private final LoadOptions load = new LoadOptions();

    @Mixin
    private final WorkOptions work = new WorkOptions();

    @Mixin
    private final LimitOptions limits = new LimitOptions();

    @Mixin
    private final ValidityOptions validity = new ValidityOptions();

    @Option(names = "--warm-up", paramLabel = "TIME",
            description = "Load before each point, not measured (default: by --effort, 4s, 6s or 18s; of a search as in capacity).")
    private Optional<Duration> warmUp = Optional.empty();

    @Option(names = "--duration", paramLabel = "TIME",
            description = "Measured time of each point (default: by --effort, 8s, 12s or 30s; of a search as in capacity).")
    private Optional<Duration> duration = Optional.empty();

    @Mixin
    private final EffortOption effort = new EffortOption();

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N",
            description = "Of the order of points, of arrivals at random and of the mock (default: ${DEFAULT-VALUE}).")
    private long seed;

    public StrategyOptions strategies() {
        return strategies;
    }

    /** The settings that all points have in common, without a strategy. */
    public PointSettings settings(BirdseyeCommand command) {
        Work asked = work.work(command, strategies.known(command));
        Optional<Scenario> scenario = asked.scenario().map(ScenarioFile::scenario);
        return new PointSettings(
                "", load.load(command, scenario), asked, limits.limits(scenario), limits.deadline(scenario));
    }

    /** The programs, with the plugins and the injectors of the options. */
    public Programs programs(BirdseyeCommand command) throws TrialFailure {
        return load.injectors().in(command, strategies.programs(command));
    }

    /** On this machine. */
    public PointTrials trials(Path out, BirdseyeCommand command) throws TrialFailure {
        // Wrong flags are refused before the programs are looked for.
        limits.jvmFlags(command);
        return trials(out, command, PointTrials.Runner.with(programs(command)));
    }

    public PointTrials trials(Path out, BirdseyeCommand command, PointTrials.Runner runner) {
        return new PointTrials(
                warmUp(), duration(), seed, limits.jvmFlags(command), validity.bounds(), out, command.commandLine(),
                runner);
    }

    public LoadOptions load() {
        return load;
    }

    public LimitOptions limits() {
        return limits;
    }

    public ValidityBounds bounds() {
        return validity.bounds();
    }

    /** Other defaults than those of short trials. */
    public void orElse(Duration otherWarmUp, Duration otherDuration) {
        warmUp = Optional.of(warmUp.orElse(otherWarmUp));
        duration = Optional.of(duration.orElse(otherDuration));
    }

    public Duration warmUp() {
        return warmUp.orElse(Duration.ofSeconds(effort.level().pick(4, 6, 18)));
    }

    public Duration duration() {
        return duration.orElse(Duration.ofSeconds(effort.level().pick(8, 12, 30)));
    }

    public EffortOption effort() {
        return effort;
    }

    public long seed() {
        return seed;
    }
}
