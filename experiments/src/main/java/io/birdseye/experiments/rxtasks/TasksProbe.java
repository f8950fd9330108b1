package io.birdseye.experiments.rxtasks;

import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProcessStatus;
import io.birdseye.experiments.measure.Recorder;
import io.birdseye.experiments.measure.Settings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;

/**
 * Runs N tasks once, cold, as the article's app does, and records {@code totalMs}, {@code peakRssMb},
 * {@code peakThreads}. Of a JVM that dies, what it had reached is recorded every tenth of a second before.
 */
public final class TasksProbe implements Probe {

    private static final Duration LONGEST_CALL = Duration.ofMinutes(10);
    private static final int WATCH_MILLIS = 100;

    @Override
    public void measure(Settings settings, Recorder recorder) throws Exception {
        int count = settings.integer("tasks");
        int perHost = settings.integer("perHost");
        Library library = settings.choice("library", Library.class);
        String url = settings.text("upstream") + "/users?delay=" + settings.integer("delayMs") + "ms";
        Path file = Path.of("tasks.db").toAbsolutePath();
        Files.deleteIfExists(file);
        try (TaskStore store = new TaskStore(file)) {
            OkHttpClient client = client(perHost == 0 ? count : perHost);
            watch(recorder);
            long start = System.nanoTime();
            new Tasks(client, url, store).run(library, count);
            recorder.record("totalMs", (System.nanoTime() - start) / 1e6);
            recorder.record("peakRssMb", ProcessStatus.peakRssMb());
            recorder.record("peakThreads", ProcessStatus.peakThreads());
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

    private static void watch(Recorder recorder) {
        Thread.ofPlatform().daemon().name("watch").start(() -> {
            while (true) {
                recorder.reached("threadsSoFar", ProcessStatus.peakThreads());
                try {
                    Thread.sleep(WATCH_MILLIS);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
    }
}
