package io.birdseye.fanout;

/**
 * Records when and on which thread one task ran. The thread that runs the task writes, the thread that reports on the
 * request reads; the fields are volatile because a request may be given up while one of its tasks still runs.
 */
final class TaskClock {

    private final String name;
    private final TaskTiming.Kind kind;
    private final RunClock clock;
    // Written before runs is, and read after it.
    private long cpuNanos = RunClock.UNKNOWN;
    private long stoppedBeforeNanos;
    private long stoppedAfterNanos;
    private volatile long startNanos;
    private volatile long endNanos;
    private volatile String thread = "";
    private volatile int runs;

    TaskClock(String name, TaskTiming.Kind kind, RunClock clock) {
        this.name = name;
        this.kind = kind;
        this.clock = clock;
    }

    String name() {
        return name;
    }

    void start() {
        stoppedBeforeNanos = clock.stoppedNanos();
        startNanos = System.nanoTime();
        // A call may end on another thread than it started on.
        cpuNanos = kind == TaskTiming.Kind.IO ? RunClock.UNKNOWN : clock.cpuNanos();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // a task has one owner at a time; a repeated run follows the first
    void end() {
        thread = threadName();
        if (cpuNanos != RunClock.UNKNOWN) {
            cpuNanos = clock.cpuNanos() - cpuNanos;
        }
        endNanos = System.nanoTime();
        stoppedAfterNanos = clock.stoppedNanos();
        runs++;
    }

    boolean ended() {
        return runs > 0;
    }

    TaskTiming timing(long beginNanos, long readyNanos) {
        long start = startNanos - beginNanos;
        long end = Math.max(start, endNanos - beginNanos);
        return new TaskTiming(name, kind, Math.min(readyNanos, start), start, end, thread, runs, cpuNanos,
                stoppedBeforeNanos, stoppedAfterNanos);
    }

    private static String threadName() {
        Thread current = Thread.currentThread();
        String name = current.getName();
        return name.isEmpty() ? "virtual-" + current.threadId() : name;
    }
}
