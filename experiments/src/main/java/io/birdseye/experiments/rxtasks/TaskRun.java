package io.birdseye.experiments.rxtasks;

import io.birdseye.model.Effort;
import io.birdseye.experiments.measure.Experiment;
import io.birdseye.experiments.measure.Experiment.Needs;
import io.birdseye.experiments.measure.Variant;
import io.birdseye.experiments.rxtasks.TasksProbe.Library;
import java.time.Duration;
import java.util.Locale;

/**
 * Many tasks at once with one library.
 *
 * @param perHost how many calls the client makes at once to one host, or {@link TasksProbe#NO_LIMIT}
 */
record TaskRun(Library library, int perHost, Count tasks) implements Variant {

    /** The published figures, 20,000 tasks in 47.6 s at five at once, mean some 12 ms for a call. */
    private static final int DELAY_MILLIS = 10;

    private static final double CALL_SECONDS = 0.0125;
    private static final int HEAP_MB = 256;
    /** The published phone gave up before 10,000 threads. */
    private static final int ADDRESS_SPACE_MB = 1_800;

    /** Coroutines as published, but with more dispatcher threads. */
    static final Variant COROUTINES_WITH_MORE_THREADS = Variant.of("rx/many/coroutines-5-with-1024-threads", effort ->
            publishedCoroutines(Count.MANY).experiment(effort).flags("-Dkotlinx.coroutines.io.parallelism=1024"));

    static final Variant BOUND_RX = bound("rx-execute", publishedRx(Count.HUGE));
    static final Variant BOUND_RX_ON_64 =
            bound("rx-bounded", new TaskRun(Library.RX_BOUNDED, TasksProbe.NO_LIMIT, Count.HUGE));
    static final Variant BOUND_COROUTINES = bound("coroutines-5", publishedCoroutines(Count.HUGE));
    static final Variant BOUND_VIRTUAL = bound("virtual-64", new TaskRun(Library.VIRTUAL, 64, Count.HUGEST));

    /** How many tasks. The names are the same with both efforts, so that rules need not know which it was. */
    enum Count {
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

    /** RxJava as the article runs it. */
    static TaskRun publishedRx(Count tasks) {
        return new TaskRun(Library.RX_EXECUTE, TasksProbe.NO_LIMIT, tasks);
    }

    /** Coroutines as the article runs them: the client makes 5 calls at once to one host. */
    static TaskRun publishedCoroutines(Count tasks) {
        return new TaskRun(Library.COROUTINES, 5, tasks);
    }

    @Override
    public String name() {
        return "rx/" + tasks.name().toLowerCase(Locale.ROOT) + "/" + library.label() + "-"
                + (perHost == TasksProbe.NO_LIMIT ? "none" : perHost);
    }

    @Override
    public Experiment experiment(Effort effort) {
        int count = effort.pick(tasks.quick, tasks.full);
        int atOnce = atOnce(count);
        // Only the client's limit makes calls wait for one another.
        double calls = atOnce == perHost ? count * CALL_SECONDS / perHost : 0;
        double seconds = 1.2 + calls + count * 0.001;
        return Experiment.of(new TasksProbe(library, perHost, count, DELAY_MILLIS), "-XX:+UseSerialGC")
                .named(name())
                .flags("-Xss1040k") // the published stack
                .heap(HEAP_MB)
                .runs(effort.pick(2, 10))
                .needs(new Needs((HEAP_MB + 200L) << 20, 200L << 20, 200, atOnce + 300L))
                .takes(Duration.ofMillis((long) (seconds * 1000)), Duration.ofSeconds(60 + (long) (4 * seconds)))
                .withUpstream();
    }

    private int atOnce(int count) {
        return switch (library) {
            case RX_BOUNDED -> 64;
            case RX_EXECUTE -> count;
            case RX_ENQUEUE, COROUTINES, VIRTUAL -> perHost == TasksProbe.NO_LIMIT ? count : perHost;
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
}
