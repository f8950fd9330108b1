package io.birdseye.service.observe;

import io.birdseye.model.Budget;
import io.birdseye.model.process.ServiceUse;
import io.birdseye.service.upstream.HttpUpstream;
import io.birdseye.strategy.StrategyPools;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Gauges of what comes and goes: the pools of strategies, one for each strategy and budget, and the connections to the
 * upstreams. They are as they were at the last {@link #update}, so it is called before each scrape.
 */
public final class PoolGauges {

    private final StrategyPools pools;
    private final HttpUpstream upstream;
    private final MultiGauge inProgress;
    private final MultiGauge connections;
    private final Map<MultiGauge, ToIntFunction<ServiceUse.Pool>> ofPools;

    public PoolGauges(MeterRegistry registry, StrategyPools pools, HttpUpstream upstream) {
        this.pools = pools;
        this.upstream = upstream;
        Function<String, MultiGauge.Builder> named = name -> MultiGauge.builder("birdseye." + name);
        inProgress = named.apply("requests.in.progress")
                .description("overviews that a strategy is working on")
                .register(registry);
        connections = MultiGauge.builder("http.client.open_connections")
                .description("connections to the upstreams, by http.connection.state")
                .register(registry);
        ofPools = Map.of(
                named.apply("pool.io.running").description("calls on the wire").register(registry),
                pool -> pool.running().calls(),
                named.apply("pool.io.limit").description("calls on the wire that the budget allows").register(registry),
                pool -> pool.budget().ioConcurrency(),
                named.apply("pool.cpu.running").description("combinations that run").register(registry),
                pool -> pool.running().combinations(),
                named.apply("pool.cpu.limit").description("combinations that the budget allows").register(registry),
                pool -> pool.budget().cpuConcurrency(),
                named.apply("pool.in.flight").description("requests in flight").register(registry),
                pool -> pool.running().requests(),
                named.apply("pool.in.flight.limit").description("requests in flight that the budget allows").register(registry),
                pool -> pool.budget().maxInFlight());
        Gauge.builder("birdseye.build.info", () -> 1)
                .description("the version of this service and of its JVM; always 1")
                .tag("version", Objects.requireNonNullElse(
                        PoolGauges.class.getPackage().getImplementationVersion(), "unknown"))
                .tag("jvm", Runtime.version().toString())
                .register(registry);
    }

    /** Takes the present values. */
    public void update() {
        inProgress.register(
                pools.inProgress().entrySet().stream()
                        .<Row<?>>map(entry -> Row.of(Tags.of("strategy", entry.getKey()), entry.getValue()))
                        .toList(),
                true);
        List<ServiceUse.Pool> reached = pools.reached();
        ofPools.forEach((gauge, value) -> gauge.register(
                reached.stream()
                        .<Row<?>>map(pool -> Row.of(tags(pool), value.applyAsInt(pool)))
                        .toList(),
                true));
        HttpUpstream.Connections now = upstream.connections();
        connections.register(
                List.of(
                        Row.of(Tags.of("http.connection.state", "active"), now.active()),
                        Row.of(Tags.of("http.connection.state", "idle"), now.idle())),
                true);
    }

    /** One strategy may run with several budgets at once. */
    private static Tags tags(ServiceUse.Pool pool) {
        Budget budget = pool.budget();
        return Tags.of(
                "strategy", pool.strategy(),
                "budget", budget.ioConcurrency() + "-" + budget.cpuConcurrency() + "-" + budget.maxInFlight());
    }
}
