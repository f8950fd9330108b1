package io.birdseye.experiments.rxtasks;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.ProcessStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;

/**
 * Runs the tasks once, cold, as the article's app does, and records {@code totalMs}, {@code peakRssMb},
 * {@code peakThreads}; and every tenth of a second {@code threadsSoFar}, which is known of a JVM that dies too.
 */
public final class TasksProbe implements Probe {

    private static final Duration LONGEST_CALL = Duration.ofMinutes(10);
    private static final int WATCH_MILLIS = 100;

    @Override
    public void measure(ProbeContext context) throws Exception {
        int count = context.integer("tasks");
        int perHost = context.integer("perHost");
        Library library = context.choice("library", Library.class);
        String url = context.text("upstream") + "/users?delay=" + context.integer("delayMs") + "ms";
        Path file = Path.of("tasks.db").toAbsolutePath();
        Files.deleteIfExists(file);
        try (TaskStore store = new TaskStore(file)) {
            OkHttpClient client = client(perHost == TaskRun.NO_LIMIT ? count : perHost);
            watch(context);
            context.time("totalMs", () -> new Tasks(client, url, store).run(library, count));
            context.record("peakRssMb", ProcessStatus.peakRssMb());
            context.record("peakThreads", ProcessStatus.peakThreads());
            if (store.size() != count) {
                throw new IllegalStateException(store.size() + " answers were kept by " + count + " tasks");
            }
        }
    }

    /** A client that answers late rather than never, with this limit for each host. */
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
                context.reached("threadsSoFar", ProcessStatus.peakThreads());
                try {
                    Thread.sleep(WATCH_MILLIS);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
    }
}
