package io.birdseye.cli;

import io.birdseye.loadtest.trial.Budgets;
import io.birdseye.model.Budget;
import io.birdseye.report.capacity.Sizing;
import io.birdseye.scenario.Scenario;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What the strategies and the service may use. */
final class BudgetOptions {

    @Option(names = "--published",
            description = "Give each strategy the pools of its article instead of an equal budget.")
    private boolean published;

    @Option(names = "--io", paramLabel = "N",
            description = "I/O concurrency of the equal budget (default: by Little's law from rate and delay).")
    private Optional<Integer> io = Optional.empty();

    @Option(names = "--cpu", paramLabel = "N",
            description = "CPU concurrency of the equal budget (default: the number of cores).")
    private Optional<Integer> cpu = Optional.empty();

    @Option(names = "--queue", paramLabel = "N",
            description = "Requests that the service lets in at once (default: as many as can meet the deadline).")
    private Optional<Integer> maxInFlight = Optional.empty();

    @Option(names = "--http-threads", paramLabel = "N",
            description = "Worker threads of the HTTP server (default: enough not to bind any strategy).")
    private Optional<Integer> httpThreads = Optional.empty();

    @Option(names = "--deadline", paramLabel = "TIME",
            description = "After which the service gives a request up (default: 5s, or the scenario's).")
    private Optional<Duration> deadline = Optional.empty();

    boolean published() {
        return published;
    }

    /** Whether the pools follow from the load, so that the arithmetic is worth a word. */
    boolean sized(Optional<Scenario> asked) {
        return !published && io(asked).isEmpty();
    }

    Budgets budgets(Sizing sizing, Optional<Scenario> asked) {
        return published
                ? new Budgets.Published()
                : new Budgets.Equal(
                        io(asked).orElse(sizing.ioConcurrency()),
                        cpu.or(() -> budget(asked).map(Budget::cpuConcurrency)).orElse(sizing.cpuConcurrency()));
    }

    int maxInFlight(Sizing sizing, Optional<Scenario> asked) {
        return maxInFlight.or(() -> budget(asked).map(Budget::maxInFlight)).orElse(sizing.maxInFlight());
    }

    int httpThreads(Sizing sizing) {
        return httpThreads.orElse(sizing.httpThreads());
    }

    Duration deadline(Optional<Scenario> asked) {
        return deadline.or(() -> asked.map(Scenario::deadline)).orElse(Duration.ofSeconds(5));
    }

    /** A flag wins over the file. */
    private Optional<Integer> io(Optional<Scenario> asked) {
        return io.or(() -> budget(asked).map(Budget::ioConcurrency));
    }

    private static Optional<Budget> budget(Optional<Scenario> asked) {
        return asked.map(Scenario::budget);
    }
}
