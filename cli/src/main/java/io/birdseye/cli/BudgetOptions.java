package io.birdseye.cli;

import io.birdseye.loadtest.trial.ComparisonSettings.Budgets;
import io.birdseye.report.capacity.Sizing;
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
    private Optional<Integer> queueBound = Optional.empty();

    @Option(names = "--http-threads", paramLabel = "N",
            description = "Worker threads of the HTTP server (default: enough not to bind any strategy).")
    private Optional<Integer> httpThreads = Optional.empty();

    @Option(names = "--deadline", defaultValue = "5s", paramLabel = "TIME",
            description = "After which the service gives a request up (default: ${DEFAULT-VALUE}).")
    private Duration deadline = Duration.ZERO;

    boolean published() {
        return published;
    }

    /** Whether the pools follow from the load, so that the arithmetic is worth a word. */
    boolean sized() {
        return !published && io.isEmpty();
    }

    Budgets budgets(Sizing sizing) {
        return published
                ? new Budgets.Published()
                : new Budgets.Equal(io.orElse(sizing.ioConcurrency()), cpu.orElse(sizing.cpuConcurrency()));
    }

    int queueBound(Sizing sizing) {
        return queueBound.orElse(sizing.queueBound());
    }

    int httpThreads(Sizing sizing) {
        return httpThreads.orElse(sizing.httpThreads());
    }

    Duration deadline() {
        return deadline;
    }
}
