package io.birdseye.cli.options;

import io.birdseye.model.Durations;
import io.birdseye.planning.production.MetricsSource;
import io.birdseye.planning.production.RefusedTelemetry;
import io.birdseye.planning.production.ScenarioDraft;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code --from-otel} and {@code --from-prometheus}, and what belongs to them. */
public final class ProductionOptions {

    @Option(names = "--from-otel", paramLabel = "FILE",
            description = "Draft the scenario from traces of the service in production: OTLP as JSON, one document or one"
                    + " in each line, as the OpenTelemetry collector's file exporter writes it.")
    private Optional<Path> traces = Optional.empty();

    @Option(names = "--from-prometheus", paramLabel = "FILE|URL",
            description = "Draft it from the service's metrics in Prometheus's text format, or take the rate from there"
                    + " beside --from-otel. Given twice: two scrapes in files, the earlier one first.")
    private List<String> metrics = List.of();

    @Mixin
    private final Details details = new Details();

    /** What belongs to one of the two. */
    static final class Details {

        @Option(names = "--route", paramLabel = "ROUTE",
                description = "Of which requests, such as 'GET /basket' (default: the only route that there is).")
        private Optional<String> route = Optional.empty();

        @Option(names = "--over", paramLabel = "TIME",
                description = "The time between two scrapes, or that the counters of one file cover. An address is asked"
                        + " twice, so long apart.")
        private Optional<Duration> over = Optional.empty();

        @Option(names = "--allow-host", paramLabel = "HOST",
                description = "Another machine that may be asked for metrics; without it only this one.")
        private Set<String> allowedHosts = Set.of();
    }

    /**
     * Reads the sources, if the user has given some.
     *
     * @throws RefusedInput if they do not give a scenario
     */
    public Optional<ScenarioDraft> draft(BirdseyeCommand command) throws InterruptedException {
        if (traces.isEmpty() && metrics.isEmpty()) {
            command.refuse(Set.of(Details.class), "is for --from-otel and --from-prometheus");
            return Optional.empty();
        }
        if (details.over.isPresent() && (metrics.isEmpty() || details.over.get().toMillis() < 1)) {
            throw command.wrong("--over is the time that the counters of --from-prometheus cover, at least 1ms");
        }
        try {
            List<MetricsSource> sources = metrics.stream()
                    .map(source -> new MetricsSource(source, details.allowedHosts))
                    .toList();
            if (details.over.isPresent() && sources.size() == 1 && sources.getFirst().isUrl()) {
                command.print("Reading " + metrics.getFirst() + " twice, " + Durations.format(details.over.get()) + " apart");
            }
            return Optional.of(ScenarioDraft.of(traces, sources, details.over, details.route));
        } catch (RefusedTelemetry e) {
            throw new RefusedInput(e);
        }
    }
}
