package io.birdseye.cli.options;

import io.birdseye.model.Durations;
import io.birdseye.model.WholeFile;
import io.birdseye.planning.production.MetricsSource;
import io.birdseye.planning.production.RefusedTelemetry;
import io.birdseye.planning.production.ScenarioDraft;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code --from-otel} and {@code --from-prometheus}, and what belongs to them. */
public final class ProductionOptions {

    private static final int MAX_TOKEN = 64_000;

    @Option(names = "--from-otel", paramLabel = "FILE",
            description = "Draft the scenario from traces of the service in production: JSON of OTLP (documents or lines, as the"
                    + " OpenTelemetry collector's file exporter writes it), of Tempo, Jaeger or Zipkin; also with gzip.")
    private Optional<Path> traces = Optional.empty();

    @Option(names = "--from-prometheus", paramLabel = "FILE|URL",
            description = "Draft it from the service's metrics in Prometheus's text format, or as its server answers (/federate,"
                    + " /api/v1/query), or take the rate from there beside --from-otel. Given twice: two scrapes in files, the"
                    + " earlier one first.")
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

        @Option(names = "--token", paramLabel = "FILE|env:NAME",
                description = "A bearer token for the address of metrics: the first line of a file, or an environment variable."
                        + " It is never shown.")
        private Optional<String> token = Optional.empty();

        @Option(names = "--metric", paramLabel = "NAME",
                description = "The histogram that counts requests, where it has another name than OpenTelemetry, Micrometer and"
                        + " Istio give it, such as http_request_duration_seconds.")
        private Optional<String> metric = Optional.empty();

        @Option(names = "--route-label", paramLabel = "LABEL",
                description = "Its label with the route (default: http_route, uri, route, path, handler or endpoint).")
        private Optional<String> routeLabel = Optional.empty();
    }

    /** Reads the sources, if the user has given some. */
    public Optional<ScenarioDraft> draft(BirdseyeCommand command) throws InterruptedException {
        if (traces.isEmpty() && metrics.isEmpty()) {
            command.refuse(Set.of(Details.class), "is for --from-otel and --from-prometheus");
            return Optional.empty();
        }
        if (details.over.isPresent() && (metrics.isEmpty() || details.over.get().toMillis() < 1)) {
            throw command.wrong("--over is the time that the counters of --from-prometheus cover, at least 1ms");
        }
        if (metrics.isEmpty() && (details.metric.isPresent() || details.routeLabel.isPresent() || details.token.isPresent())) {
            throw command.wrong("--metric, --route-label and --token are for --from-prometheus");
        }
        Optional<String> token = details.token.map(from -> token(command, from));
        try {
            List<MetricsSource> sources = metrics.stream()
                    .map(source -> new MetricsSource(source, details.allowedHosts, token))
                    .toList();
            if (details.over.isPresent() && sources.size() == 1 && sources.getFirst().isUrl()) {
                command.print("Reading " + metrics.getFirst() + " twice, " + Durations.format(details.over.get()) + " apart");
            }
            return Optional.of(ScenarioDraft.of(traces, sources,
                    new ScenarioDraft.Wanted(details.route, details.over, details.metric, details.routeLabel)));
        } catch (RefusedTelemetry e) {
            throw new RefusedInput(e);
        }
    }

    private static String token(BirdseyeCommand command, String from) {
        try {
            String text = from.startsWith("env:")
                    ? Objects.requireNonNullElse(System.getenv(from.substring("env:".length())), "")
                    : WholeFile.read(Path.of(from), MAX_TOKEN);
            return text.lines().findFirst().map(String::strip).filter(token -> token.matches("[\\x21-\\x7e]+"))
                    .orElseThrow(() -> command.wrong("--token: " + from + " holds no token; allowed is a file, or env:NAME, with ASCII"));
        } catch (IOException | InvalidPathException e) {
            throw command.wrong("--token: " + from + " cannot be read");
        }
    }
}
