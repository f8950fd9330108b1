package io.birdseye.experiments.rxtasks;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.loadtest.program.ProcessStatus;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;

/**
 * Runs the tasks once, cold, as the article's app does, and records {@code totalMs}, {@code peakRssMb},
 * {@code peakThreads}; and every tenth of a second {@code threadsSoFar}, which is known of a JVM that dies too.
 *
 * @param perHost how many calls the client makes at once to one host; {@link #NO_LIMIT} for all
 */
public record TasksProbe(Library library, int perHost, int tasks, int delayMs) implements Probe {

    /** As many calls as tasks. */
    static final int NO_LIMIT = 0;

    private static final Duration LONGEST_CALL = Duration.ofMinutes(10);
    private static final int WATCH_MILLIS = 100;

    /** What runs many tasks at once. */
    public enum Library {
        /**
         * As published: RxJava 2 on its unbounded I/O scheduler; the call blocks its thread, no limit for each host.
         */
        RX_EXECUTE,
        /** RxJava 2 with the client's queue, so with its limit for each host; the database on the I/O scheduler. */
        RX_ENQUEUE,
        /** As published, but on a fixed pool of 64 threads: only the number of threads is different. */
        RX_BOUNDED,
        /** As published: coroutines on {@code Dispatchers.IO} with the client's queue. */
        COROUTINES,
        /** A virtual thread for each task; the call blocks it, at most as many calls at once as the limit says. */
        VIRTUAL;

        /** The name in results. */
        String label() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Override
    public void measure(ProbeContext context) throws Exception {
        String url = context.urlOfAnswerAfter(delayMs);
        Path file = Path.of("tasks.db").toAbsolutePath();
        Files.deleteIfExists(file);
        try (TaskStore store = new TaskStore(file)) {
            OkHttpClient client = client(perHost == NO_LIMIT ? tasks : perHost);
            watch(context);
            context.time("totalMs", () -> new Tasks(client, url, store).run(library, tasks));
            ProcessStatus status = ProcessStatus.of(ProcessHandle.current().pid());
            context.record("peakRssMb", status.peakRssBytes() / 1024.0 / 1024.0);
            context.record("peakThreads", ManagementFactory.getThreadMXBean().getPeakThreadCount());
            if (store.size() != tasks) {
                throw new IllegalStateException(store.size() + " answers were kept by " + tasks + " tasks");
            }
        }
    }

    /** A client that waits long for an answer, with this limit of calls for each host. */
    static OkHttpClient client(int perHost) {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequestsPerHost(perHost);
        dispatcher.setMaxRequests(Math.max(perHost, dispatcher.getMaxRequests()));
        return new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .connectTimeout(LONGEST_CALL)
                .readTimeout(LONGEST_CALL)
                .build();
    }

    private static void watch(ProbeContext context) {
        Thread.ofPlatform().daemon().name("watch").start(() -> {
            while (true) {
                context.reached("threadsSoFar", ManagementFactory.getThreadMXBean().getPeakThreadCount());
                try {
                    Thread.sleep(WATCH_MILLIS);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
    }
}
