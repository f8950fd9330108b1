package io.birdseye.experiments.truths;

import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Needs;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.ProcessStatus;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.experiments.truths.ThreadCensus.Pool;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Makes calls to the upstream server, which answers late, from coroutines on an executor's threads. Records
 * {@code totalMs}, {@code cpuMs} of the process meanwhile, and the peaks of threads by pool.
 */
public final class IoProbe implements Probe {

    static final Variant ONE = variant("one", Client.EXECUTE, 1);
    static final Variant EIGHT = variant("eight", Client.EXECUTE, 8);
    static final Variant EIGHT_ON_ONE_CORE = variant("eight-on-one-core", Client.EXECUTE, 8)
            .but((experiment, effort) -> experiment.with("placement", Placement.ONE_CORE.name()));
    static final Variant EIGHT_SPREAD = variant("eight-spread", Client.EXECUTE, 8)
            .but((experiment, effort) -> experiment.with("placement", Placement.EACH_CORE.name()));
    static final Variant EXECUTE = variant("64-execute", Client.EXECUTE, 64);
    /** Five calls at a time: one run takes as long as all others together. */
    static final Variant ENQUEUE = variant("64-enqueue", Client.ENQUEUE, 64)
            .but((experiment, effort) -> experiment.runs(2)
                    .takes(Duration.ofMillis(1500 + 26L * delayMillis(effort)), Duration.ofMinutes(4)));
    static final Variant ENQUEUE_64_PER_HOST = variant("64-enqueue-64-per-host", Client.ENQUEUE, 64)
            .but((experiment, effort) -> experiment.with("perHost", 64));
    static final Variant KTOR = cold("64-ktor", Client.KTOR);
    static final Variant KTOR_STAGGERED = cold("64-ktor-staggered", Client.KTOR)
            .but((experiment, effort) -> experiment.with("staggerMs", 10));
    static final Variant KTOR_OWN_THREADS = cold("64-ktor-own-threads", Client.KTOR_OWN_THREADS);

    private static final Duration LONGEST_CALL = Duration.ofMinutes(2);

    /** How a call is made. */
    enum Client {
        /** OkHttp, blocking a thread for each call. */
        EXECUTE,
        /** OkHttp's queue. */
        ENQUEUE,
        /** Ktor's CIO engine on its own choice of dispatcher. */
        KTOR,
        /** Ktor's CIO engine on threads of ours. */
        KTOR_OWN_THREADS
    }

    /** Calls to a server that answers after 2 s (0.5 s with quick effort), as many at once as there are tasks. */
    private static Variant variant(String name, Client client, int tasks) {
        return Variant.of("tr/io/" + name, IoProbe.class, (experiment, effort) -> experiment
                .with("client", client.name())
                .with("tasks", tasks)
                .with("delayMs", delayMillis(effort))
                .with("staggerMs", 0)
                .with("perHost", 5)
                .with("placement", Placement.FREE.name())
                .with("warmups", 1)
                .with("repeats", 1)
                .runs(effort.pick(2, 5))
                .needs(new Needs(0, 0, tasks + 100L, tasks + 200L))
                .takes(Duration.ofMillis(1000 + 2L * delayMillis(effort)), Duration.ofSeconds(150))
                .withUpstream());
    }

    private static Variant cold(String name, Client client) {
        return variant(name, client, 64).but((experiment, effort) -> experiment.with("warmups", 0));
    }

    private static int delayMillis(Effort effort) {
        return effort.pick(500, 2000);
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        String url = context.text("upstream") + "/users?delay=" + context.integer("delayMs") + "ms";
        context.repeat(() -> {
            try (ThreadCensus census = new ThreadCensus();
                    ExecutorService pool = Executors.newCachedThreadPool(named("task-"))) {
                long cpu = ProcessStatus.cpuNanos();
                context.time("totalMs", () -> call(context, url, pool));
                context.record("cpuMs", (ProcessStatus.cpuNanos() - cpu) / 1e6);
                context.record("taskThreads", census.peak(Pool.TASKS));
                context.record("okHttpThreads", census.peak(Pool.OKHTTP));
                context.record("dispatcherThreads", census.peak(Pool.DISPATCHER));
                context.record("engineThreads", census.peak(Pool.ENGINE));
            }
        });
    }

    private static void call(ProbeContext context, String url, ExecutorService pool) {
        int tasks = context.integer("tasks");
        int stagger = context.integer("staggerMs");
        OkHttpClient client = client(context.integer("perHost"));
        Request request = new Request.Builder().url(url).build();
        switch (context.choice("client", Client.class)) {
            case EXECUTE -> execute(context, client, request, pool);
            case ENQUEUE -> CoroutineTasks.enqueued(tasks, pool, () -> client.newCall(request));
            case KTOR -> CoroutineTasks.ktor(tasks, stagger, pool, null, url);
            case KTOR_OWN_THREADS -> {
                try (ExecutorService engine = Executors.newFixedThreadPool(2, named("engine-"))) {
                    CoroutineTasks.ktor(tasks, stagger, pool, engine, url);
                }
            }
        }
    }

    private static void execute(ProbeContext context, OkHttpClient client, Request request, ExecutorService pool) {
        Placement placement = context.choice("placement", Placement.class);
        int cores = Runtime.getRuntime().availableProcessors();
        AtomicInteger next = new AtomicInteger();
        CoroutineTasks.blocking(context.integer("tasks"), pool, () -> {
            placement.pin(next.getAndIncrement(), cores);
            try (Response response = client.newCall(request).execute()) {
                return response.code();
            }
        });
    }

    private static OkHttpClient client(int perHost) {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequestsPerHost(perHost);
        return new OkHttpClient.Builder().dispatcher(dispatcher).readTimeout(LONGEST_CALL).build();
    }

    private static ThreadFactory named(String prefix) {
        return Thread.ofPlatform().name(prefix, 0).daemon().factory();
    }
}
