package io.birdseye.service.observe;

import io.birdseye.service.server.Exchange;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The metrics in Prometheus' format, under the names of OpenTelemetry's conventions where these have one. */
public final class Metrics implements AutoCloseable {

    /** The bounds that OpenTelemetry's conventions give for request durations, in milliseconds. */
    private static final Duration[] BUCKETS = millis(5, 10, 25, 50, 75, 100, 250, 500, 750, 1_000, 2_500, 5_000, 7_500);

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final Map<Series, Timer> timers = new ConcurrentHashMap<>();

    private record Series(String strategy, String method, int status) {}

    public Metrics(RequestCounts counts, TaskSums tasks) {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        collections.bindTo(registry);
        Gauge.builder("birdseye.requests.in.progress", counts, c -> c.snapshot().inProgress())
                .description("overviews that a strategy is working on")
                .register(registry);
        FunctionCounter.builder("birdseye.requests.refused", counts, RequestCounts::totalRefused)
                .description("overviews for which there was no room")
                .register(registry);
        for (TaskSums.Total task : tasks.totals()) {
            bind(tasks, task, "queue");
            bind(tasks, task, task.kind().equals("io") ? "io" : "cpu");
        }
    }

    private void bind(TaskSums tasks, TaskSums.Total task, String phase) {
        FunctionTimer.builder(
                        "birdseye.task.duration",
                        tasks,
                        sums -> now(sums, task).count(),
                        sums -> {
                            TaskSums.Total total = now(sums, task);
                            return phase.equals("queue") ? total.queueNanos() : total.runNanos();
                        },
                        TimeUnit.NANOSECONDS)
                .description("how long the tasks of overviews queued, waited for upstreams, and computed")
                .tag("task", task.name())
                .tag("kind", task.kind())
                .tag("phase", phase)
                .register(registry);
    }

    private static TaskSums.Total now(TaskSums sums, TaskSums.Total task) {
        return sums.totals().stream()
                .filter(total -> total.name().equals(task.name()) && total.kind().equals(task.kind()))
                .findFirst()
                .orElse(task);
    }

    /** Notes the end of a request; see {@link io.birdseye.service.server.ExchangeListener}. */
    public void finished(Exchange exchange, String method, int status) {
        String strategy = Objects.requireNonNullElse(exchange.strategy(), "none");
        // Clients may invent methods, and every new one would be a series for ever.
        String known = METHODS.contains(method) ? method : "_OTHER";
        timers.computeIfAbsent(new Series(strategy, known, status), this::timer)
                .record(exchange.nanosSinceArrival(), TimeUnit.NANOSECONDS);
    }

    private Timer timer(Series series) {
        return Timer.builder("http.server.request.duration")
                .description("from the arrival of a request to the last byte of its answer")
                .tag("strategy", series.strategy())
                .tag("http.request.method", series.method())
                .tag("http.response.status_code", Integer.toString(series.status()))
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    /** The metrics as Prometheus reads them. */
    public String scrape() {
        return registry.scrape();
    }

    private static Duration[] millis(int... bounds) {
        Duration[] durations = new Duration[bounds.length + 1];
        for (int i = 0; i < bounds.length; i++) {
            durations[i] = Duration.ofMillis(bounds[i]);
        }
        durations[bounds.length] = Duration.ofSeconds(10);
        return durations;
    }

    @Override
    public void close() {
        collections.close();
        registry.close();
    }
}
