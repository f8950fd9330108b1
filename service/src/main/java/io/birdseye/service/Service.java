package io.birdseye.service;

import static java.util.stream.Collectors.toSet;

import io.birdseye.fanout.Plan;
import io.birdseye.overview.OverviewPlan;
import io.birdseye.service.api.AnswerFilter;
import io.birdseye.service.api.DescriptionResource;
import io.birdseye.service.api.OperationsResource;
import io.birdseye.service.api.PageResource;
import io.birdseye.service.observe.Metrics;
import io.birdseye.service.observe.ProcessUsage;
import io.birdseye.service.observe.Totals;
import io.birdseye.service.observe.VirtualThreadWatch;
import io.birdseye.service.overview.OverviewResource;
import io.birdseye.service.overview.RequestLimits;
import io.birdseye.service.overview.ScenarioPlan;
import io.birdseye.service.overview.SharedMemories;
import io.birdseye.service.server.Descriptors;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.Health;
import io.birdseye.service.server.HttpHost;
import io.birdseye.service.server.LiveLatencies;
import io.birdseye.service.upstream.HttpUpstream;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyPools;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.inject.hk2.AbstractBinder;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** A running service: builds its parts, starts them, and ends them. */
public final class Service implements AutoCloseable {

    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(Service.class);
    /** The field keeps the logger, and so its filter, from being collected. */
    private static final Logger ANSWERS = Logger.getLogger("org.glassfish.jersey.server.ServerRuntime$Responder");

    static {
        // Jersey takes a client that leaves while its answer is written for an error, and prints a stack trace.
        ANSWERS.setFilter(logged -> !isBrokenConnection(logged.getThrown()));
    }

    private static final int TIDY_SECONDS = 10;
    private static final int LOOK_MILLIS = 100;

    /** The deadline ends every task of a request, so after it a strategy needs no more than some turns. */
    private static final Duration STUCK_AFTER_DEADLINE = Duration.ofSeconds(10);

    private final Duration grace;
    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().name("deadline").daemon().factory());
    final Totals totals;
    final Metrics metrics;
    private final HttpUpstream upstream;
    final StrategyPools pools;
    private final LiveLatencies live;
    private final HttpHost serving;
    private volatile boolean draining;

    /** Starts a service, which listens when this returns; refuses a process that may hold too few descriptors. */
    public Service(ServiceSettings settings) throws IOException {
        this(settings, Descriptors.now(settings.http().maxConnections()));
    }

    Service(ServiceSettings settings, Descriptors descriptors) throws IOException {
        grace = settings.grace();
        Plan plan = settings.scenario()
                .map(ScenarioPlan::of)
                .orElseGet(OverviewPlan::plan);
        totals = new Totals(plan);
        metrics = new Metrics(totals, settings.upstreams().address());
        timer.setRemoveOnCancelPolicy(true);
        upstream = new HttpUpstream(settings.upstreams(), descriptors, metrics::called);
        pools = new StrategyPools(
                plan.shape(), settings.maxPools(), settings.limits().maxThreads(),
                settings.http().times().deadline().plus(STUCK_AFTER_DEADLINE));
        live = new LiveLatencies(pools::inProgress);
        try {
            serving = HttpHost.Provider.named(settings.httpServer()).start(new HttpHost.Behind(
                    settings.http(), descriptors, resources(plan, settings.limits()), timer, metrics::refused,
                    this::finished, live, this::health));
        } catch (IOException | RuntimeException e) {
            closeBehindHttp();
            throw e;
        }
        var _ = timer.scheduleWithFixedDelay(
                metrics.virtualThreads()::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
        var _ = timer.scheduleWithFixedDelay(this::tidy, TIDY_SECONDS, TIDY_SECONDS, TimeUnit.SECONDS);
    }

    private static boolean isBrokenConnection(@Nullable Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return true;
            }
        }
        return false;
    }

    private Health health() {
        Optional<String> ending = draining ? Optional.of("the service is shutting down") : Optional.empty();
        return new Health(List.of(new Health.Check("accepting", ending), new Health.Check("strategies", pools.unable())));
    }

    private void tidy() {
        upstream.closeIdleConnections();
        pools.retireDown();
    }

    private void finished(Exchange exchange, int status) {
        if (status == 503 && !exchange.reachedThread()) {
            totals.refused(exchange.strategy());
        }
        metrics.finished(exchange, status);
        live.finished(exchange, status);
    }

    /** Registers the class of each resource, and binds the class to the one object that serves all its requests. */
    private ResourceConfig resources(Plan plan, RequestLimits limits) {
        Strategies strategies = Strategies.load();
        strategies.leftOut().forEach((name, why) -> LOG.info("strategy '{}' is left out: {}", name, why));
        List<Object> resources = List.of(
                new OverviewResource(
                        strategies, limits, plan, upstream, pools, new SharedMemories(), totals, metrics.virtualThreads()),
                new DescriptionResource(strategies, limits, plan.shape()),
                new OperationsResource(new ProcessUsage(), metrics, totals, pools, upstream),
                new PageResource());
        return new ResourceConfig(resources.stream().map(Object::getClass).collect(toSet()))
                .property(CommonProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true)
                .property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true)
                .property(ServerProperties.WADL_FEATURE_DISABLE, true)
                .property(ServerProperties.RESPONSE_SET_STATUS_OVER_SEND_ERROR, true)
                // Answers are whole arrays and have their length set; collecting them in a buffer would copy them.
                .property(CommonProperties.OUTBOUND_CONTENT_LENGTH_BUFFER, 0)
                .register(new AnswerFilter())
                .register(new AbstractBinder() {
                    @Override
                    protected void configure() {
                        resources.forEach(resource -> bind(resource).to(resource.getClass()));
                    }
                });
    }

    /** Counts pinned virtual threads as soon as there are any; see {@link VirtualThreadWatch}. */
    public void recordVirtualThreads() {
        metrics.virtualThreads().record();
    }

    /** The port that it listens on, also if 0 was asked for. */
    public int port() {
        return serving.port();
    }

    /** Refuses new requests and waits for those in progress; returns false if one still is after the grace period. */
    public boolean drain() throws InterruptedException {
        draining = true;
        return serving.drain(grace);
    }

    /** Ends at once and aborts requests in progress, unless {@link #drain()} was called before. */
    @Override
    public void close() {
        serving.close();
        closeBehindHttp();
    }

    private void closeBehindHttp() {
        upstream.close();
        pools.close();
        timer.shutdownNow();
        metrics.close();
    }
}
