package io.birdseye.experiments.rxtasks;

import java.util.Locale;

/** What runs many tasks at once. */
public enum Library {
    /** As published: RxJava 2 on its unbounded I/O scheduler; the call blocks its thread, no limit for each host. */
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

    /** How many of these tasks are under way at once. */
    int atOnce(int tasks, int perHost) {
        return switch (this) {
            case RX_BOUNDED -> 64;
            case RX_EXECUTE -> tasks;
            case RX_ENQUEUE, COROUTINES, VIRTUAL -> perHost == TaskRun.NO_LIMIT ? tasks : perHost;
        };
    }
}
