package io.birdseye.experiments.rxtasks;

import io.birdseye.experiments.measure.Effort;
import io.birdseye.experiments.measure.Needs;
import io.birdseye.experiments.measure.Point;
import java.time.Duration;

/** The points of running many tasks. */
final class RxExperiment {

    /** As many as the client allows for each host unless it is told otherwise. */
    static final int DEFAULT_LIMIT = 5;

    /** No limit for each host but the number of tasks. */
    static final int NO_LIMIT = 0;

    /** The published figures, 20,000 tasks in 47.6 s at five at once, mean some 12 ms for a call. */
    private static final int DELAY_MILLIS = 10;

    private static final double CALL_SECONDS = 0.0125;
    private static final int HEAP_MB = 256;

    private RxExperiment() {}

    static String name(Library library, int limit, NumberOfTasks tasks) {
        return "rx/" + tasks.label() + "/" + library.label() + "-" + (limit == NO_LIMIT ? "none" : limit);
    }

    /** One way, one limit, so many tasks. */
    static Point point(Effort effort, Library library, int limit, NumberOfTasks tasks) {
        return named(name(library, limit, tasks), effort, library, limit, tasks.count(effort));
    }

    /** The same under another name, to change one thing about it. */
    static Point named(String name, Effort effort, Library library, int limit, int tasks) {
        boolean queued = library == Library.COROUTINES || library == Library.RX_ENQUEUE || library == Library.VIRTUAL;
        double calls = queued && limit > 0 ? tasks * CALL_SECONDS / limit : 0;
        double seconds = 1.2 + calls + tasks * 0.001;
        int atOnce = library == Library.RX_BOUNDED ? 64 : queued && limit > 0 ? limit : tasks;
        return Point.of(name, TasksProbe.class)
                .with("library", library.name())
                .with("perHost", limit)
                .with("tasks", tasks)
                .with("delayMs", DELAY_MILLIS)
                .collector("-XX:+UseSerialGC")
                .flags("-Xss1040k") // the published stack
                .heap(HEAP_MB)
                .runs(effort.pick(2, 3))
                .needs(new Needs((HEAP_MB + 200L) << 20, 200L << 20, 200, atOnce + 300L))
                .takes(Duration.ofMillis((long) (seconds * 1000)), Duration.ofSeconds(60 + (long) (4 * seconds)))
                .withUpstream();
    }
}
