package io.birdseye.experiments.truths;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProcessStatus;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Settings;
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
import org.jspecify.annotations.Nullable;

/**
 * Makes calls to the upstream server, which answers late, from coroutines on an executor's threads. Records
 * {@code totalMs}, {@code cpuMs} of the process meanwhile, and the peaks of threads by pool.
 */
public final class IoProbe implements Probe {

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

    @Override
    public void measure(Settings settings, Recorder recorder) throws Exception {
        String url = settings.text("upstream") + "/users?delay=" + settings.integer("delayMs") + "ms";
        int warmups = settings.integer("warmups");
        for (int i = 0; i < warmups + settings.integer("repeats"); i++) {
            once(settings, url, i >= warmups ? recorder : null);
        }
    }

    private static void once(Settings settings, String url, @Nullable Recorder recorder) throws Exception {
        try (ThreadCensus census = new ThreadCensus(); ExecutorService pool = namedPool("task-")) {
            long cpu = ProcessStatus.cpuNanos();
            long start = System.nanoTime();
            call(settings, url, pool);
            double millis = (System.nanoTime() - start) / 1e6;
            if (recorder != null) {
                recorder.record("totalMs", millis);
                recorder.record("cpuMs", (ProcessStatus.cpuNanos() - cpu) / 1e6);
                recorder.record("taskThreads", census.peak(Pool.TASKS));
                recorder.record("okHttpThreads", census.peak(Pool.OKHTTP));
                recorder.record("dispatcherThreads", census.peak(Pool.DISPATCHER));
                recorder.record("engineThreads", census.peak(Pool.ENGINE));
            }
        }
    }

    private static void call(Settings settings, String url, ExecutorService pool) {
        int tasks = settings.integer("tasks");
        int stagger = settings.integer("staggerMs");
        switch (settings.choice("client", Client.class)) {
            case EXECUTE -> execute(settings, client(settings.integer("perHost")), url, pool);
            case ENQUEUE -> {
                OkHttpClient client = client(settings.integer("perHost"));
                Request request = new Request.Builder().url(url).build();
                CoroutineTasks.enqueued(tasks, pool, () -> client.newCall(request));
            }
            case KTOR -> checked(tasks, CoroutineTasks.ktor(tasks, stagger, pool, null, url));
            case KTOR_OWN_THREADS -> {
                try (ExecutorService engine = Executors.newFixedThreadPool(2, named("engine-"))) {
                    checked(tasks, CoroutineTasks.ktor(tasks, stagger, pool, engine, url));
                }
            }
        }
    }

    private static void execute(Settings settings, OkHttpClient client, String url, ExecutorService pool) {
        Placement placement = settings.choice("placement", Placement.class);
        int cores = Runtime.getRuntime().availableProcessors();
        Request request = new Request.Builder().url(url).build();
        AtomicInteger next = new AtomicInteger();
        CoroutineTasks.blocking(settings.integer("tasks"), pool, () -> {
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

    private static void checked(int tasks, int answered) {
        if (answered != tasks) {
            throw new IllegalStateException(answered + " of " + tasks + " calls were answered");
        }
    }

    private static ExecutorService namedPool(String prefix) {
        return Executors.newCachedThreadPool(named(prefix));
    }

    private static ThreadFactory named(String prefix) {
        return Thread.ofPlatform().name(prefix, 0).daemon().factory();
    }
}
