package io.birdseye.planning.production;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Drafts scenarios from what a service in production tells of itself. */
public final class TelemetryDrafts {

    private TelemetryDrafts() {}

    /**
     * Drafts a scenario from traces, from metrics, or from both: the tree and its times from the traces, the rate from
     * the metrics. Cost: the files in memory; the time that an address takes to answer, and of two scrapes the time
     * between them.
     *
     * @param traces OTLP traces as JSON
     * @param metrics none, one scrape, or two files of the same service
     * @param over the time that the counters cover
     * @param route of the service; empty if there is only one
     * @throws RefusedTelemetry in one line, with the place, if they do not give a scenario
     * @throws IllegalArgumentException if there are neither traces nor metrics
     */
    public static ScenarioDraft draft(
            Optional<Path> traces, List<MetricsSource> metrics, Optional<Duration> over, Optional<String> route)
            throws RefusedTelemetry, InterruptedException {
        if (traces.isEmpty() && metrics.isEmpty()) {
            throw new IllegalArgumentException("a scenario is drafted from traces or from metrics");
        }
        if (traces.isEmpty()) {
            return new ServiceMetrics(MetricsWindow.read(metrics, over), route.map(Set::of).orElse(Set.of())).draft();
        }
        RouteTraces.Route found = RouteTraces.find(traces.get().toString(), OtlpTraces.read(traces.get()), route);
        ScenarioDraft draft = new RequestTree(found).draft();
        return metrics.isEmpty()
                ? draft
                : new ServiceMetrics(MetricsWindow.read(metrics, over), found.names()).complete(draft);
    }
}
