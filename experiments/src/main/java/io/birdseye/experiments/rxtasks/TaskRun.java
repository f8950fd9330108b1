package io.birdseye.experiments.rxtasks;

import io.birdseye.experiments.measure.Experiment.Needs;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Probe;
import io.birdseye.experiments.measure.ProbeContext;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.loadtest.program.ProcessStatus;
import io.birdseye.model.Effort;
import io.birdseye.model.Format;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;

/** Many tasks at once with one library, whose client makes so many calls at once to one host. */
public record TaskRun(Library library, int perHost, Count tasks) implements Variant {

    static final int NO_LIMIT = 0;

    private static final Duration CALL_TIMEOUT = Duration.ofMinutes(10);

    /** The published figures, 20,000 tasks in 47.6 s at five at once, mean some 12 ms for a call. */
    private static final int DELAY_MILLIS = 10;

    private static final double CALL_SECONDS = 0.0125;
    private static final String PUBLISHED_STACK = "-Xss1040k";
    private static final int HEAP_MB = 256;
    /** The published phone gave up before 10,000 threads. */
    private static final int ADDRESS_SPACE_MB = 1_800;

    /** Coroutines as published, but with more dispatcher threads. */
    static final Variant COROUTINES_WITH_MORE_THREADS = Variant.of("rx/many/coroutines-5-with-1024-threads", effort ->
            publishedCoroutines(Count.MANY).experiment(effort).flags("-Dkotlinx.coroutines.io.parallelism=1024"));

    static final Variant BOUND_RX = bound("rx-execute", publishedRx(Count.HUGE));
    static final Variant BOUND_RX_ON_64 = bound("rx-bounded", new TaskRun(Library.RX_BOUNDED, NO_LIMIT, Count.HUGE));
    static final Variant BOUND_COROUTINES = bound("coroutines-5", publishedCoroutines(Count.HUGE));
    static final Variant BOUND_VIRTUAL = bound("virtual-64", new TaskRun(Library.VIRTUAL, 64, Count.HUGEST));

    /** How many tasks. The names are the same with both efforts, so that rules need not know which it was. */
    public enum Count {
        FEW(50, 50),
        SOME(500, 500),
        MANY(1_000, 7_500),
        HUGE(2_000, 20_000),
        HUGEST(2_000, 100_000);

        private final int quick;
        private final int full;

        Count(int quick, int full) {
            this.quick = quick;
            this.full = full;
        }
    }

    public enum Library {
        /** As published: RxJava 2 on its unbounded I/O scheduler; the call blocks its thread. */
        RX_EXECUTE,
        /** RxJava 2 with the client's queue, so with its limit for each host; the database on the I/O scheduler. */
        RX_ENQUEUE,
        /** As published, but on a fixed pool of 64 threads: only the number of threads is different. */
        RX_BOUNDED,
        /** As published: coroutines on {@code Dispatchers.IO} with the client's queue. */
        COROUTINES,
        /** A virtual thread for each task; the call blocks it, at most as many calls at once as the limit says. */
        VIRTUAL;

        String label() {
            return Format.label(this);
        }
    }

    static TaskRun publishedRx(Count tasks) {
        return new TaskRun(Library.RX_EXECUTE, NO_LIMIT, tasks);
    }

    /** Coroutines as the article runs them: the client makes 5 calls at once to one host. */
    static TaskRun publishedCoroutines(Count tasks) {
        return new TaskRun(Library.COROUTINES, 5, tasks);
    }

    @Override
    public String name() {
        return "rx/" + Format.label(tasks) + "/" + library.label() + "-"
                + (perHost == NO_LIMIT ? "none" : perHost);
    }

    @Override
    public Experiment experiment(Effort effort) {
        int count = effort.pick(tasks.quick, tasks.full);
        int atOnce = atOnce(count);
        // Only the client's limit makes calls wait for one another.
        double calls = atOnce == perHost ? count * CALL_SECONDS / perHost : 0;
        double seconds = 1.2 + calls + count * 0.001;
        return Experiment.of(new TasksProbe(this, count), "-XX:+UseSerialGC", PUBLISHED_STACK)
                .named(name())
                .heap(HEAP_MB)
                .runs(effort.pick(2, 10))
                .needs(new Needs((HEAP_MB + 200L) << 20, 200L << 20, 200, atOnce + 300L))
                .takes(seconds, 60 + (long) (4 * seconds))
                .withUpstream();
    }

    /** A client that waits long for an answer, with this limit of calls for each host. */
    static OkHttpClient client(int perHost) {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequestsPerHost(perHost);
        dispatcher.setMaxRequests(Math.max(perHost, dispatcher.getMaxRequests()));
        return new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .connectTimeout(CALL_TIMEOUT)
                .readTimeout(CALL_TIMEOUT)
                .build();
    }

    private int atOnce(int count) {
        return switch (library) {
            case RX_BOUNDED -> 64;
            case RX_EXECUTE -> count;
            case RX_ENQUEUE, COROUTINES, VIRTUAL -> perHost == NO_LIMIT ? count : perHost;
        };
    }

    /** In a process with room for the JVM itself and some 200 stacks. */
    private static Variant bound(String name, TaskRun run) {
        return Variant.of("rx/huge/bound/" + name, effort -> run.experiment(effort)
                .flags("-XX:CompressedClassSpaceSize=64m", "-XX:ReservedCodeCacheSize=64m",
                        "-XX:-CreateCoredumpOnCrash")
                .runs(2)
                // A task without a thread has no connection, however many tasks there are.
                .needs(new Needs(500L << 20, 200L << 20, 200, 1_000))
                .addressSpace(ADDRESS_SPACE_MB));
    }

    /**
     * Runs the tasks once, cold, as the article's app does, and records {@code totalMs}, {@code peakRssMb},
     * {@code peakThreads}; and every tenth of a second {@code threadsSoFar}, which is known of a JVM that dies too.
     */
    public record TasksProbe(TaskRun run, int count) implements Probe {

        private static final int WATCH_MILLIS = 100;

        @Override
        public void measure(ProbeContext context) throws Exception {
            String url = context.urlOfAnswerAfter(DELAY_MILLIS);
            Path file = Path.of("tasks.db").toAbsolutePath();
            Files.deleteIfExists(file);
            try (Tasks.Store store = new Tasks.Store(file)) {
                OkHttpClient client = client(run.perHost == NO_LIMIT ? count : run.perHost);
                watch(context);
                context.time("totalMs", () -> new Tasks(client, url, store).run(run.library, count));
                ProcessStatus status = ProcessStatus.of(ProcessHandle.current().pid());
                context.record("peakRssMb", status.peakRssBytes() / 1024.0 / 1024.0);
                context.record("peakThreads", ManagementFactory.getThreadMXBean().getPeakThreadCount());
                if (store.size() != count) {
                    throw new IllegalStateException(store.size() + " answers were kept by " + count + " tasks");
                }
            }
        }

        /** Until the JVM is halted. */
        private static void watch(ProbeContext context) {
            var _ = Executors.newSingleThreadScheduledExecutor().scheduleAtFixedRate(
                    () -> context.reached("threadsSoFar", ManagementFactory.getThreadMXBean().getPeakThreadCount()),
                    0, WATCH_MILLIS, TimeUnit.MILLISECONDS);
        }
    }
}
