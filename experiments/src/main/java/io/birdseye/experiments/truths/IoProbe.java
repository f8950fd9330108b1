package io.birdseye.experiments.truths;

import com.sun.management.OperatingSystemMXBean;
import io.birdseye.experiments.measure.Coroutines;
import io.birdseye.experiments.measure.Experiment.Needs;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.experiments.truths.ComputeProbe.Placement;
import io.birdseye.experiments.truths.IoProbe.ThreadCensus.Pool;
import io.birdseye.model.Effort;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/**
 * Makes calls to the upstream server, which answers late, from coroutines on an executor's threads. Records
 * {@code totalMs}, {@code cpuMs} of the process meanwhile, and the peaks of threads by pool.
 */
public record IoProbe(Client client, int tasks, int delayMs, int staggerMs, int perHost, Placement placement,
        int warmups, int repeats) implements Probe {

    static final Variant ONE = blocking("one", 1, Placement.FREE);
    static final Variant EIGHT = blocking("eight", 8, Placement.FREE);
    static final Variant EIGHT_ON_ONE_CORE = blocking("eight-on-one-core", 8, Placement.ONE_CORE);
    static final Variant EIGHT_SPREAD = blocking("eight-spread", 8, Placement.EACH_CORE);
    static final Variant EXECUTE = blocking("64-execute", 64, Placement.FREE);
    /** Five calls at a time: one run takes as long as all others together. */
    static final Variant ENQUEUE = Variant.of("tr/io/64-enqueue", effort ->
            experiment(effort, Client.ENQUEUE, 64, 0, 5, Placement.FREE, 1)
                    .runs(2)
                    .takes(1.5 + 0.026 * delayMillis(effort), 240));
    static final Variant ENQUEUE_64_PER_HOST = Variant.of("tr/io/64-enqueue-64-per-host", effort ->
            experiment(effort, Client.ENQUEUE, 64, 0, 64, Placement.FREE, 1));
    static final Variant KTOR = cold("64-ktor", Client.KTOR, 0);
    static final Variant KTOR_STAGGERED = cold("64-ktor-staggered", Client.KTOR, 10);
    static final Variant KTOR_OWN_THREADS = cold("64-ktor-own-threads", Client.KTOR_OWN_THREADS, 0);

    private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);

    public enum Client {
        /** OkHttp, blocking a thread for each call. */
        EXECUTE,
        /** OkHttp's queue. */
        ENQUEUE,
        /** Ktor's CIO engine on its own choice of dispatcher. */
        KTOR,
        /** Ktor's CIO engine on threads of ours. */
        KTOR_OWN_THREADS
    }

    private static Variant blocking(String name, int tasks, Placement placement) {
        return Variant.of("tr/io/" + name, effort -> experiment(effort, Client.EXECUTE, tasks, 0, 5, placement, 1));
    }

    private static Variant cold(String name, Client client, int staggerMs) {
        return Variant.of("tr/io/" + name, effort -> experiment(effort, client, 64, staggerMs, 5, Placement.FREE, 0));
    }

    /** Calls to a server that answers after 2 s (0.5 s with quick effort), as many at once as there are tasks. */
    private static Experiment experiment(
            Effort effort, Client client, int tasks, int staggerMs, int perHost, Placement placement, int warmups) {
        int delay = delayMillis(effort);
        return Experiment.of(new IoProbe(client, tasks, delay, staggerMs, perHost, placement, warmups, 1))
                .runs(effort.pick(2, 10))
                .needs(new Needs(0, 0, tasks + 100L, tasks + 200L))
                .takes(1 + 0.002 * delay, 150)
                .withUpstream();
    }

    private static int delayMillis(Effort effort) {
        return effort.pick(500, 2000);
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        var process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        context.repeat(warmups, repeats, () -> {
            try (ThreadCensus census = new ThreadCensus();
                    ExecutorService pool = Executors.newCachedThreadPool(named("task-"))) {
                long cpu = process.getProcessCpuTime();
                context.time("totalMs", () -> call(context.urlOfAnswerAfter(delayMs), pool));
                context.record("cpuMs", (process.getProcessCpuTime() - cpu) / 1e6);
                for (Pool each : Pool.values()) {
                    context.record(each.metric, census.peak(each));
                }
            }
        });
    }

    private void call(String url, ExecutorService pool) {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequestsPerHost(perHost);
        OkHttpClient http = new OkHttpClient.Builder().dispatcher(dispatcher).readTimeout(CALL_TIMEOUT).build();
        Request request = new Request.Builder().url(url).build();
        switch (client) {
            case EXECUTE -> execute(http, request, pool);
            case ENQUEUE -> Coroutines.enqueued(tasks, pool, () -> http.newCall(request));
            case KTOR -> Coroutines.ktor(tasks, staggerMs, pool, null, url);
            case KTOR_OWN_THREADS -> {
                try (ExecutorService engine = Executors.newFixedThreadPool(2, named("engine-"))) {
                    Coroutines.ktor(tasks, staggerMs, pool, engine, url);
                }
            }
        }
    }

    private void execute(OkHttpClient http, Request request, ExecutorService pool) {
        AtomicInteger next = new AtomicInteger();
        Coroutines.blocking(tasks, pool, () -> {
            placement.pin(next.getAndIncrement());
            try (Response response = http.newCall(request).execute()) {
                return response.code();
            }
        });
    }

    private static ThreadFactory named(String prefix) {
        return Thread.ofPlatform().name(prefix, 0).daemon().factory();
    }

    /**
     * Counts the live threads by the pool they belong to, every few milliseconds, and keeps the peaks. A thread that lives
     * shorter than that may be missed. Virtual threads are not seen.
     */
    static final class ThreadCensus implements AutoCloseable {

        private static final int EVERY_MILLIS = 20;

        private final Map<Pool, Integer> peaks = new ConcurrentHashMap<>();
        private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(named("census-"));

        enum Pool {
            /** The executor that the tasks are started on. */
            TASKS("taskThreads", "task-"),
            /** OkHttp's own: named after the address while they make a call. */
            OKHTTP("okHttpThreads", "OkHttp http"),
            /** The coroutine library's: Default and IO share them. */
            DISPATCHER("dispatcherThreads", "DefaultDispatcher"),
            /** The threads that the probe gives to the Ktor engine. */
            ENGINE("engineThreads", "engine-");

            private final String metric;
            private final String prefix;

            Pool(String metric, String prefix) {
                this.metric = metric;
                this.prefix = prefix;
            }
        }

        ThreadCensus() {
            var _ = clock.scheduleWithFixedDelay(this::look, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
        }

        int peak(Pool pool) {
            return peaks.getOrDefault(pool, 0);
        }

        void look() {
            ThreadMXBean threads = ManagementFactory.getThreadMXBean();
            List<String> names = Stream.of(threads.getThreadInfo(threads.getAllThreadIds()))
                    .filter(Objects::nonNull) // ended meanwhile
                    .map(ThreadInfo::getThreadName)
                    .toList();
            for (Pool pool : Pool.values()) {
                int now = (int) names.stream().filter(name -> name.startsWith(pool.prefix)).count();
                peaks.merge(pool, now, Math::max);
            }
        }

        @Override
        public void close() {
            clock.shutdownNow();
        }
    }
}
