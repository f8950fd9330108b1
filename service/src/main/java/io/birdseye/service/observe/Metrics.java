package io.birdseye.service.observe;

import io.birdseye.fanout.CallPool;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.fanout.UpstreamFailure;
import io.birdseye.fanout.UpstreamFailure.Kind;
import io.birdseye.model.Budget;
import io.birdseye.model.Format;
import io.birdseye.model.process.RunQueueWait;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.ProblemType;
import io.birdseye.service.upstream.HttpUpstream;
import io.birdseye.strategy.Overloaded;
import io.birdseye.strategy.StrategyPools;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The metrics in Prometheus' format, under the names of OpenTelemetry's conventions where these have one. Gauges of what
 * comes and goes (the pools of strategies, one for each strategy and budget, and the connections to the upstreams) are taken
 * at each scrape.
 */
public final class Metrics implements AutoCloseable {

    private static final Duration[] BUCKETS = IntStream.of(
                    5, 10, 25, 50, 75, 100, 250, 500, 750, 1_000, 2_500, 5_000, 7_500, 10_000)
            .mapToObj(Duration::ofMillis)
            .toArray(Duration[]::new);

    /** The paths of the service, so that a metric has one series for each and none for what clients make up. */
    private static final Set<String> ROUTES = Set.of(
            "/", "/overview", "/strategies", "/openapi.json", "/problems", "/metrics", "/events", "/health/live",
            "/health/ready", "/internal/process", "/internal/resources", "/internal/resources/reset");

    private static final List<String> ROUTE_TEMPLATES =
            List.of("/overview/{strategy}", "/trace/{strategy}", "/page/{file}", "/problems/{type}");

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "PATCH");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics collections = new JvmGcMetrics();
    private final VirtualThreadWatch virtualThreads = new VirtualThreadWatch(registry);
    private final CoreWait coreWait = new CoreWait();
    private final Map<Series, Timer> timers = new ConcurrentHashMap<>();
    private final Map<String, Counter> refusals = new HashMap<>();
    private final Map<Call, Timer> calls = new ConcurrentHashMap<>();
    private final Map<String, FunctionCounter> refusedBy = new ConcurrentHashMap<>();
    private final MultiGauge inProgress = gauge("birdseye.requests.in.progress", "overviews that a strategy is working on");
    private final MultiGauge connections =
            gauge("http.client.open_connections", "connections to the upstreams, by http.connection.state");
    private final Map<MultiGauge, ToIntFunction<ServiceUse.Pool>> ofPools = Map.of(
            gauge("birdseye.pool.io.running", "calls on the wire"), pool -> pool.running().calls(),
            gauge("birdseye.pool.io.limit", "calls on the wire that the budget allows"), pool -> pool.budget().ioConcurrency(),
            gauge("birdseye.pool.cpu.running", "combinations that run"), pool -> pool.running().combinations(),
            gauge("birdseye.pool.cpu.limit", "combinations that the budget allows"), pool -> pool.budget().cpuConcurrency(),
            gauge("birdseye.pool.in.flight", "requests in flight"), pool -> pool.running().requests(),
            gauge("birdseye.pool.in.flight.limit", "requests in flight that the budget allows"),
            pool -> pool.budget().maxInFlight());
    private final Totals totals;
    private final URI upstream;

    private record Series(String strategy, String method, int status, String route) {}

    /** @param error OpenTelemetry's {@code error.type}; empty if there was none, as is an unknown status */
    private record Call(String upstream, String status, String error) {

        static Call of(String upstream, @Nullable Throwable failure) {
            Throwable cause = failure instanceof CompletionException && failure.getCause() != null
                    ? failure.getCause() : failure;
            return switch (cause) {
                case null -> new Call(upstream, "200", "");
                case UpstreamFailure e when e.status() != 0 ->
                    new Call(upstream, Integer.toString(e.status()), Integer.toString(e.status()));
                case UpstreamFailure e -> new Call(
                        upstream, e.kind() == Kind.OVERSIZE ? "200" : "", Format.label(e.kind()));
                case Overloaded e -> new Call(upstream, "", "overloaded");
                default -> new Call(upstream, "", "cancelled");
            };
        }
    }

    /** How long the threads of this process, also those that have ended, could run and waited for a core. */
    private static final class CoreWait {

        private final long pid = ProcessHandle.current().pid();
        private final Map<String, Long> nanosByThread = new HashMap<>();
        private long endedNanos;

        /** Since the process started; 0 where the system does not tell. Opens a small file for each thread. */
        synchronized double seconds() {
            RunQueueWait.of(pid).ifPresent(now -> now.nanosByThread().forEach((thread, nanos) -> {
                Long before = nanosByThread.put(thread, nanos);
                // The system gives the number of a thread that has ended to another.
                endedNanos += before != null && before > nanos ? before : 0;
            }));
            long live = nanosByThread.values().stream().mapToLong(Long::longValue).sum();
            return (double) (live + endedNanos) / TimeUnit.SECONDS.toNanos(1);
        }
    }

    public Metrics(Totals totals, URI upstream) {
        this.totals = totals;
        this.upstream = upstream;
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        collections.bindTo(registry);
        FunctionCounter.builder("birdseye.core.wait", coreWait, CoreWait::seconds)
                .description("how long threads of this process could run and waited for a core")
                .baseUnit("seconds")
                .register(registry);
        Gauge.builder("birdseye.build.info", () -> 1)
                .description("the version of this service and of its JVM; always 1")
                .tag("version", Objects.requireNonNullElse(Metrics.class.getPackage().getImplementationVersion(), "unknown"))
                .tag("jvm", Runtime.version().toString())
                .register(registry);
        for (String reason : ProblemType.refusals()) {
            refusals.put(reason, Counter.builder("birdseye.edge.refusals")
                    .description("connections and requests that were refused before they reached the service")
                    .tag("reason", reason)
                    .register(registry));
        }
        for (CallPool pool : totals.pools()) {
            bind(pool, "running", "places of the pool that calls have", CallPool::running);
            bind(pool, "limit", "places of the pool", CallPool::size);
            bind(pool, "waiting", "calls that wait for a place", CallPool::waiting);
        }
        for (Totals.TaskSum task : totals.sums()) {
            bind(task, "queue", Totals.TaskSum::queueNanos);
            bind(task, task.kind() == TaskTiming.Kind.IO ? "io" : "cpu", Totals.TaskSum::runNanos);
        }
    }

    private void bind(CallPool pool, String what, String description, ToDoubleFunction<CallPool> value) {
        Gauge.builder("birdseye.call.pool." + what, pool, value).description(description).tag("pool", pool.name()).register(registry);
    }

    private MultiGauge gauge(String name, String description) {
        return MultiGauge.builder(name).description(description).register(registry);
    }

    private void bind(Totals.TaskSum task, String phase, Function<Totals.TaskSum, LongAdder> nanos) {
        FunctionTimer.builder(
                        "birdseye.task.duration", task, sum -> sum.count().sum(), sum -> nanos.apply(sum).sum(),
                        TimeUnit.NANOSECONDS)
                .description("how long the tasks of overviews queued, waited for upstreams, and computed")
                .tag("task", task.name())
                .tag("kind", task.task().kind())
                .tag("phase", phase)
                .register(registry);
    }

    /** Counts somebody whom the front door turned away; no request of theirs is counted by {@link #finished}. */
    public void refused(String reason) {
        Counter counter = refusals.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    public void finished(Exchange exchange, int status) {
        String strategy = Objects.requireNonNullElse(exchange.strategy(), Totals.NO_STRATEGY);
        // Clients may send any method, and each different one would be a series that is never removed.
        String known = METHODS.contains(exchange.method()) ? exchange.method() : "_OTHER";
        timers.computeIfAbsent(new Series(strategy, known, status, route(exchange.path())), this::timer)
                .record(exchange.nanosSinceArrival(), TimeUnit.NANOSECONDS);
    }

    private static String route(String path) {
        return ROUTES.contains(path) ? path : ROUTE_TEMPLATES.stream()
                .filter(template -> {
                    int start = template.indexOf('{');
                    return path.length() > start && path.startsWith(template.substring(0, start)) && path.indexOf('/', start) < 0;
                })
                .findFirst()
                .orElse("");
    }

    private Timer timer(Series series) {
        return timer("http.server.request.duration", "from the arrival of a request to the last byte of its answer",
                "strategy", series.strategy(), "http.request.method", series.method(),
                "http.response.status_code", Integer.toString(series.status()), "http.route", series.route(),
                "url.scheme", "http");
    }

    private Timer timer(String name, String description, String... tags) {
        return Timer.builder(name).description(description).tags(tags).serviceLevelObjectives(BUCKETS).register(registry);
    }

    public void called(String name, @Nullable Throwable failure, long nanos) {
        calls.computeIfAbsent(Call.of(name, failure), this::timer).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(Call call) {
        return timer("http.client.request.duration",
                "from the moment a call may go on the wire to the last byte of the upstream's answer",
                "upstream", call.upstream(), "http.request.method", "GET", "http.response.status_code", call.status(),
                "error.type", call.error(), "server.address", upstream.getHost(),
                "server.port", Integer.toString(port()), "url.scheme", upstream.getScheme());
    }

    private int port() {
        return upstream.getPort() >= 0 ? upstream.getPort() : upstream.getScheme().equals("https") ? 443 : 80;
    }

    public MeterRegistry registry() {
        return registry;
    }

    public VirtualThreadWatch virtualThreads() {
        return virtualThreads;
    }

    /** The metrics in Prometheus' text format, with the present state of pools and connections. */
    public String scrape(StrategyPools pools, HttpUpstream.Connections now) {
        inProgress.register(
                pools.inProgress().entrySet().stream()
                        .<Row<?>>map(entry -> Row.of(Tags.of("strategy", entry.getKey()), entry.getValue()))
                        .toList(),
                true);
        List<ServiceUse.Pool> reached = pools.reached();
        ofPools.forEach((gauge, value) -> gauge.register(
                reached.stream().<Row<?>>map(pool -> Row.of(tags(pool), value.applyAsInt(pool))).toList(), true));
        connections.register(
                List.of(
                        Row.of(Tags.of("http.connection.state", "active"), now.active()),
                        Row.of(Tags.of("http.connection.state", "idle"), now.idle())),
                true);
        // Registered once each: the registry warns of a counter of a function that it has already.
        totals.refusedBy().forEach((strategy, count) -> refusedBy.computeIfAbsent(strategy, name ->
                FunctionCounter.builder("birdseye.requests.refused", count, LongAdder::sum)
                        .description("overviews for which there was no room")
                        .tag("strategy", name)
                        .register(registry)));
        return registry.scrape();
    }

    /** One strategy may run with several budgets at once. */
    private static Tags tags(ServiceUse.Pool pool) {
        Budget budget = pool.budget();
        return Tags.of(
                "strategy", pool.strategy(),
                "budget", budget.ioConcurrency() + "-" + budget.cpuConcurrency() + "-" + budget.maxInFlight());
    }

    @Override
    public void close() {
        collections.close();
        virtualThreads.close();
        registry.close();
    }
}
