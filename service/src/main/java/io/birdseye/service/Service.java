package io.birdseye.service;

import io.birdseye.fanout.Plan;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.overview.OverviewPlan;
import io.birdseye.service.api.AnswerFilter;
import io.birdseye.service.api.HealthResource;
import io.birdseye.service.api.MetricsResource;
import io.birdseye.service.api.OpenApiResource;
import io.birdseye.service.api.ProblemMapper;
import io.birdseye.service.api.ResourcesResource;
import io.birdseye.service.api.StrategiesResource;
import io.birdseye.service.observe.LiveLatencies;
import io.birdseye.service.observe.Metrics;
import io.birdseye.service.observe.ProcessUsage;
import io.birdseye.service.observe.RequestCounts;
import io.birdseye.service.observe.TaskSums;
import io.birdseye.service.overview.OverviewParameters;
import io.birdseye.service.overview.OverviewResource;
import io.birdseye.service.overview.Overviews;
import io.birdseye.service.overview.TraceResource;
import io.birdseye.service.page.FrontPageResource;
import io.birdseye.service.pools.SharedMemories;
import io.birdseye.service.pools.StrategyPools;
import io.birdseye.service.scenario.ScenarioPlan;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.HttpServing;
import io.birdseye.service.upstream.HttpUpstream;
import io.birdseye.strategy.Strategies;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.jersey.CommonProperties;
import org.glassfish.jersey.inject.hk2.AbstractBinder;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.server.ServerProperties;

/** A running service: HTTP in, a strategy inside, upstream clients out. */
public final class Service implements AutoCloseable {

    private static final int IDLE_CHECK_SECONDS = 10;

    private final Settings settings;
    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(
            1, task -> Thread.ofPlatform().name("deadline").daemon().unstarted(task));
    private final Plan plan;
    private final TaskSums tasks;
    private final Metrics metrics;
    private final HttpUpstream upstream;
    private final StrategyPools pools;
    private final RequestCounts counts = new RequestCounts();
    private final LiveLatencies live;
    private final AtomicBoolean draining = new AtomicBoolean();
    private final HttpServing serving;

    /**
     * Starts a service, which listens when this returns.
     *
     * @throws IOException if the address cannot be bound
     */
    public static Service start(Settings settings) throws IOException {
        return new Service(settings);
    }

    private Service(Settings settings) throws IOException {
        this.settings = settings;
        plan = settings.scenario()
                .filter(file -> file.articleTree().isEmpty())
                .map(file -> ScenarioPlan.of(file.scenario()))
                .orElseGet(OverviewPlan::plan);
        tasks = new TaskSums(tasksOf(plan));
        metrics = new Metrics(counts, tasks);
        timer.setRemoveOnCancelPolicy(true);
        upstream = new HttpUpstream(settings.upstreams());
        pools = new StrategyPools(plan.shape(), settings.maxPools());
        live = new LiveLatencies(pools::inProgress);
        try {
            serving = HttpServing.start(settings.http(), resources(), timer, this::count, live);
        } catch (IOException | RuntimeException e) {
            closeBehindHttp();
            throw e;
        }
        var _ = timer.scheduleWithFixedDelay(
                upstream::closeIdleConnections, IDLE_CHECK_SECONDS, IDLE_CHECK_SECONDS, TimeUnit.SECONDS);
    }

    private void count(Exchange exchange, String method, int status) {
        if (status == 503 && !exchange.reachedThread()) {
            counts.refused();
        }
        metrics.finished(exchange, method, status);
        live.finished(exchange, status);
    }

    private ResourceConfig resources() {
        Strategies strategies = Strategies.load();
        OverviewParameters parameters =
                new OverviewParameters(strategies, settings.budgets(), settings.memorySizes());
        ResourceConfig config = new ResourceConfig()
                .property(CommonProperties.FEATURE_AUTO_DISCOVERY_DISABLE, true)
                .property(CommonProperties.METAINF_SERVICES_LOOKUP_DISABLE, true)
                .property(ServerProperties.WADL_FEATURE_DISABLE, true)
                .property(ServerProperties.RESPONSE_SET_STATUS_OVER_SEND_ERROR, true)
                // Answers are whole arrays with their length set; gathering them in a buffer first would copy them.
                .property(CommonProperties.OUTBOUND_CONTENT_LENGTH_BUFFER, 0)
                .register(new ProblemMapper())
                .register(new AnswerFilter());
        Overviews overviews = new Overviews(parameters, pools, new SharedMemories(), plan, upstream, counts, tasks);
        return withResources(
                config,
                new OverviewResource(overviews),
                new TraceResource(overviews),
                new FrontPageResource(),
                new StrategiesResource(strategies, parameters, settings.budgets(), plan.shape()),
                new HealthResource(draining::get),
                new MetricsResource(metrics),
                new OpenApiResource(parameters),
                new ResourcesResource(new ProcessUsage(), counts, tasks, pools));
    }

    /** Registers the class of each, and binds the class to the one object that serves all its requests. */
    private static ResourceConfig withResources(ResourceConfig config, Object... resources) {
        for (Object resource : resources) {
            config.register(resource.getClass());
        }
        return config.register(new AbstractBinder() {
            @Override
            protected void configure() {
                for (Object resource : resources) {
                    bind(resource).to(resource.getClass());
                }
            }
        });
    }

    private static List<TaskSums.Task> tasksOf(Plan plan) {
        List<TaskSums.Task> tasks = new ArrayList<>();
        for (Plan.GroupPlan group : plan.groups()) {
            for (Plan.CallPlan call : group.calls()) {
                tasks.add(new TaskSums.Task(call.name(), TaskTiming.Kind.IO));
            }
        }
        for (Plan.GroupPlan group : plan.groups()) {
            tasks.add(new TaskSums.Task(group.name(), TaskTiming.Kind.COMBINE));
        }
        tasks.add(new TaskSums.Task("join", TaskTiming.Kind.JOIN));
        return tasks;
    }

    /** The port that it listens on, also if 0 was asked for. */
    public int port() {
        return serving.port();
    }

    /** Refuses new requests, and lets those in progress take as long as {@link Settings#grace()}. */
    public boolean drain() throws InterruptedException {
        draining.set(true);
        return serving.drain(settings.grace());
    }

    /** Ends at once; requests in progress are cut off. {@link #drain()} comes first where they matter. */
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
