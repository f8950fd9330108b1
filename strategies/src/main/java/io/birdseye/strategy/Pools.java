package io.birdseye.strategy;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Creates and stops thread pools. Their threads have names that thread dumps and waterfalls show. */
public final class Pools {

    private static final ThreadSource SOURCE =
            ServiceLoader.load(ThreadSource.class, Pools.class.getClassLoader()).findFirst().orElse(made -> made);

    /** One carrier, one for each kind of waiting (for the network, for a time, for a monitor). */
    private static final int PLATFORM_THREADS_OF_VIRTUAL = 4;

    private Pools() {}

    /**
     * A pool of {@code threads} threads. Its queue is unbounded, but the host bounds the requests in progress. The first
     * thread is started now, the others when they are needed. Where the system gives no more threads, tasks wait for
     * those that there are.
     *
     * @throws OutOfMemoryError if the system does not give the first thread
     */
    public static ExecutorService fixed(String name, int threads) {
        return fixed(threads, threads(name));
    }

    /** The second pool of a strategy: if it gets no thread the first is ended, so that nothing is left behind. */
    public static ExecutorService fixed(String name, int threads, ExecutorService first) {
        return fixed(threads, threads(name), first);
    }

    /** The same with threads of the given kind. */
    public static ExecutorService fixed(int threads, ThreadFactory factory, ExecutorService first) {
        try {
            return fixed(threads, factory);
        } catch (RuntimeException | Error e) {
            stop(first);
            throw e;
        }
    }

    /** A pool whose threads a library names; it is otherwise the same as {@link #fixed(String, int)}. */
    public static ExecutorService fixed(int threads, ThreadFactory factory) {
        Fixed pool = new Fixed(threads, factory);
        try {
            pool.prestartCoreThread();
            return pool;
        } catch (RuntimeException | Error e) {
            pool.shutdown();
            throw e;
        }
    }

    /** Threads named {@code name-1}, {@code name-2} and so on; daemons, so that none of them keeps the JVM running. */
    public static ThreadFactory threads(String name) {
        return from(Thread.ofPlatform().name(name + "-", 1).daemon().factory());
    }

    /**
     * Virtual threads named {@code name-1}, {@code name-2} and so on.
     *
     * <p>The JDK starts some platform threads for them when the first one is started and when the first one waits for
     * the network. Where it could not, it does not try again: no virtual thread could be used for the rest of the
     * program. So this starts as many threads for a moment.
     *
     * @throws OutOfMemoryError if the system does not give these threads
     */
    public static ThreadFactory virtualThreads(String name) {
        requireThreads(name, PLATFORM_THREADS_OF_VIRTUAL);
        return from(Thread.ofVirtual().name(name + "-", 1).factory());
    }

    /** @throws OutOfMemoryError if the system does not give so many more threads now */
    public static void requireThreads(String name, int count) {
        ThreadFactory factory = threads(name + "-probe");
        CountDownLatch allStarted = new CountDownLatch(1);
        List<Thread> probes = new ArrayList<>(count);
        try {
            for (int i = 0; i < count; i++) {
                Thread probe = factory.newThread(() -> awaitEnd(allStarted));
                probe.start();
                probes.add(probe);
            }
        } finally {
            allStarted.countDown();
            probes.forEach(Pools::awaitEnd);
        }
    }

    private static void awaitEnd(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void awaitEnd(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The factory that a library brings, as the {@link ThreadSource} wants it. */
    public static ThreadFactory from(ThreadFactory factory) {
        return SOURCE.around(factory);
    }

    /** Threads on which an error ends nothing but the thread, whatever a library does about errors. */
    public static ThreadFactory withoutHandler(ThreadFactory factory) {
        return task -> {
            Thread thread = factory.newThread(task);
            thread.setUncaughtExceptionHandler(null);
            return thread;
        };
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

    /**
     * A plain pool throws what {@link Thread#start()} throws, also if it has other threads. Some libraries lose a request
     * then: RxJava and the dispatchers of coroutines and actors do not expect it.
     */
    private static final class Fixed extends ThreadPoolExecutor {

        Fixed(int threads, ThreadFactory factory) {
            super(threads, threads, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        }

        @Override
        public void execute(Runnable task) {
            try {
                super.execute(task);
            } catch (OutOfMemoryError noThread) {
                // Also without any thread: the next task then tries again to start one.
                if (!getQueue().offer(task) || isShutdown() && remove(task)) {
                    throw new RejectedExecutionException("the pool is closed", noThread);
                }
            }
        }
    }
}
