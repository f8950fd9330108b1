package io.birdseye.strategy;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Makes and ends thread pools whose threads say in a thread dump, and in a waterfall, whose they are. */
public final class Pools {

    private Pools() {}

    /** A pool of as many threads as asked for; its queue is bounded by what the host admits. */
    public static ExecutorService fixed(String name, int threads) {
        return Executors.newFixedThreadPool(threads, threads(name));
    }

    /** Threads named {@code name-1}, {@code name-2} and so on; daemons, so that none of them keeps a JVM alive. */
    public static ThreadFactory threads(String name) {
        return Thread.ofPlatform().name(name + "-", 1).daemon().factory();
    }

    /** Interrupts what still runs and waits for it to end, five seconds at most. */
    public static void stop(ExecutorService pool) {
        pool.shutdownNow();
        try {
            pool.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
