package io.birdseye.experiments.truths;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.EnumMap;
import java.util.Map;

/**
 * Counts the live threads by the pool they belong to, every few milliseconds, and keeps the peaks. A thread that lives
 * shorter than that may be missed. Virtual threads are not seen.
 */
final class ThreadCensus implements AutoCloseable {

    private static final int EVERY_MILLIS = 20;

    private final Map<Pool, Integer> peaks = new EnumMap<>(Pool.class);
    private final Thread counter = Thread.ofPlatform().name("census").daemon().start(this::count);

    /** The pools, told apart by the names of their threads. */
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

        /** The name of its peak. */
        String metric() {
            return metric;
        }
    }

    /** The most threads of this pool that lived at once. */
    synchronized int peak(Pool pool) {
        return peaks.getOrDefault(pool, 0);
    }

    /** Counts once, at this moment. */
    synchronized void look() {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        Map<Pool, Integer> now = new EnumMap<>(Pool.class);
        for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
            for (Pool pool : Pool.values()) {
                if (thread != null && thread.getThreadName().startsWith(pool.prefix)) {
                    now.merge(pool, 1, Integer::sum);
                }
            }
        }
        now.forEach((pool, count) -> peaks.merge(pool, count, Math::max));
    }

    private void count() {
        try {
            while (true) {
                look();
                Thread.sleep(EVERY_MILLIS);
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    @Override
    public void close() {
        counter.interrupt();
    }
}
