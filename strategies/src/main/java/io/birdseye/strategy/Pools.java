package io.birdseye.strategy;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Creates and stops thread pools. Their threads have names that thread dumps and waterfalls show. */
public final class Pools {

    private Pools() {}

    /** A pool of {@code threads} threads. Its queue is unbounded, but the host bounds the requests in progress. */
    public static ExecutorService fixed(String name, int threads) {
        return Executors.newFixedThreadPool(threads, threads(name));
    }

    /** Threads named {@code name-1}, {@code name-2} and so on; daemons, so that none of them keeps the JVM running. */
    public static ThreadFactory threads(String name) {
        return Thread.ofPlatform().name(name + "-", 1).daemon().factory();
    }

    /** Interrupts the pool's threads and waits until they have ended, five seconds at most. */
    public static void stop(ExecutorService pool) {
        pool.shutdownNow();
        try {
            pool.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
