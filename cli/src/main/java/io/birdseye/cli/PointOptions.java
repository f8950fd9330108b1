package io.birdseye.cli;

import io.birdseye.loadtest.program.Programs;
import io.birdseye.model.Budget;
import io.birdseye.model.Layout;
import io.birdseye.model.Load;
import io.birdseye.scenario.Scenario;
import io.birdseye.scenario.ScenarioFile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What a point is measured with, for the commands that measure many short ones. Flags go before the scenario. */
final class PointOptions {

    @Mixin
    private final ScenarioOption scenario = new ScenarioOption();

    @Option(names = "--rate", paramLabel = "PER_SECOND", description = "Open model: arrivals per second (default: 50).")
    private Optional<Double> rate = Optional.empty();

    @Option(names = "--users", paramLabel = "N", description = "Closed model instead.")
    private Optional<Integer> users = Optional.empty();

    @Option(names = "--delay", defaultValue = "200ms", paramLabel = "TIME",
            description = "Delay of every upstream (default: ${DEFAULT-VALUE}).")
    private Duration delay = Duration.ZERO;

    @Option(names = "--memory", defaultValue = "0.5", paramLabel = "MB",
            description = "Shared memory by the article's label (default: ${DEFAULT-VALUE}).")
    private double memory;

    @Option(names = "--layout", defaultValue = "primitive", paramLabel = "LAYOUT",
            description = "How the shared lists are held: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private Layout layout = Layout.PRIMITIVE;

    @Option(names = "--io", paramLabel = "N", description = "I/O concurrency (default: by Little's law from the load).")
    private Optional<Integer> io = Optional.empty();

    @Option(names = "--cpu", paramLabel = "N", description = "CPU concurrency (default: the number of cores).")
    private Optional<Integer> cpu = Optional.empty();

    @Option(names = "--queue", paramLabel = "N",
            description = "Requests that the service lets in at once (default: as many as can meet the deadline).")
    private Optional<Integer> queue = Optional.empty();

    @Option(names = "--http-threads", paramLabel = "N",
            description = "Worker threads of the HTTP server (default: enough not to bind any strategy).")
    private Optional<Integer> httpThreads = Optional.empty();

    @Option(names = "--deadline", defaultValue = "5s", paramLabel = "TIME",
            description = "After which the service gives a request up (default: ${DEFAULT-VALUE}).")
    private Duration deadline = Duration.ZERO;

    @Option(names = "--warm-up", defaultValue = "6s", paramLabel = "TIME",
            description = "Load before each point, not measured (default: ${DEFAULT-VALUE}).")
    private Duration warmUp = Duration.ZERO;

    @Option(names = "--duration", defaultValue = "12s", paramLabel = "TIME",
            description = "Measured time of each point (default: ${DEFAULT-VALUE}).")
    private Duration duration = Duration.ZERO;

    @Option(names = "--seed", defaultValue = "1", paramLabel = "N",
            description = "Of the order of points and of the mock (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--jvm", split = " +", defaultValue = Programs.SERVICE_JVM_FLAGS, paramLabel = "FLAGS",
            description = "JVM flags of the service, collector included (default: ${DEFAULT-VALUE}).")
    private List<String> jvmFlags = List.of();

    /** What all points have in common, with the first strategy that is asked for. */
    PointSettings base(CommandSpec spec, String strategy) {
        if (rate.isPresent() && users.isPresent()) {
            throw new ParameterException(spec.commandLine(), "--rate and --users name two load models; choose one");
        }
        Optional<ScenarioFile> file = scenario.load();
        if (file.isPresent()) {
            ScenarioOption.refuseBeside(spec, List.of("--delay", "--memory", "--layout"));
        }
        Optional<Scenario> asked = file.map(ScenarioFile::scenario);
        Optional<Budget> budget = asked.map(Scenario::budget);
        Load load = users.map(Load::closed)
                .or(() -> rate.map(Load::open))
                .or(() -> asked.flatMap(ScenarioOption::trialLoad))
                .orElseGet(() -> Load.open(50));
        return new PointSettings(
                strategy,
                load,
                delay,
                memory,
                layout,
                io.or(() -> budget.map(Budget::ioConcurrency)),
                cpu.or(() -> budget.map(Budget::cpuConcurrency)),
                queue.or(() -> budget.map(Budget::maxInFlight)),
                httpThreads,
                ScenarioOption.given(spec, "--deadline") ? deadline : asked.map(Scenario::deadline).orElse(deadline),
                file);
    }

    Optional<ScenarioFile> scenario() {
        return scenario.load();
    }

    Duration warmUp() {
        return warmUp;
    }

    Duration duration() {
        return duration;
    }

    long seed() {
        return seed;
    }

    List<String> jvmFlags() {
        return jvmFlags;
    }
}
