package io.birdseye.service.observe;

import io.birdseye.model.process.ServiceUse.VirtualThreads;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.java21.instrument.binder.jdk.VirtualThreadMetrics;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.management.VirtualThreadSchedulerMXBean;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler of virtual threads does, from the first request on whose strategy uses them. Micrometer's binder
 * tells of pinned threads and of those that could not be started by a flight recording, which takes some tenths of a
 * second of CPU time to start, a folder for temporary files and about 20 MB, so that it is only started where it is asked
 * for.
 */
public final class VirtualThreadWatch implements AutoCloseable {

    private final MeterRegistry registry;
    private final AtomicBoolean used = new AtomicBoolean();
    private volatile boolean recording;
    private volatile @Nullable VirtualThreadMetrics events;
    private volatile long peakLive;
    private boolean closed;

    VirtualThreadWatch(MeterRegistry registry) {
        this.registry = registry;
    }

    /** From now on the first request that uses virtual threads starts the recording. */
    public void record() {
        recording = true;
    }

    public void used() {
        if (!used.get() && used.compareAndSet(false, true) && recording) {
            Thread.ofPlatform().daemon().name("virtual-thread-watch").start(this::bind);
        }
    }

    private synchronized void bind() {
        if (closed) {
            return;
        }
        VirtualThreadMetrics binder = new VirtualThreadMetrics();
        try {
            binder.bindTo(registry);
            events = binder;
        } catch (RuntimeException | Error e) {
            // For want of memory, threads or a folder. The service can do without.
            System.err.println("service: pinned virtual threads are not counted: " + e);
            binder.close();
        }
    }

    /** Looks how many are running; called some times a second. */
    public void look() {
        if (used.get()) {
            peakLive = Math.max(peakLive, live(scheduler()));
        }
    }

    public void resetPeak() {
        peakLive = 0;
    }

    /** Null as long as no request has used virtual threads. */
    public @Nullable VirtualThreads snapshot() {
        if (!used.get()) {
            return null;
        }
        VirtualThreadSchedulerMXBean scheduler = scheduler();
        Timer pinned = events == null ? null : registry.find("jvm.threads.virtual.pinned").timer();
        Counter failed = events == null ? null : registry.find("jvm.threads.virtual.submit.failed").counter();
        return new VirtualThreads(
                scheduler.getParallelism(), scheduler.getPoolSize(), Math.max(peakLive, live(scheduler)),
                pinned == null ? null : (Long) pinned.count(),
                pinned == null ? null : (Long) (long) pinned.totalTime(TimeUnit.NANOSECONDS),
                failed == null ? null : (Long) (long) failed.count());
    }

    private static long live(VirtualThreadSchedulerMXBean scheduler) {
        return scheduler.getMountedVirtualThreadCount() + Math.max(0, scheduler.getQueuedVirtualThreadCount());
    }

    private static VirtualThreadSchedulerMXBean scheduler() {
        return ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    }

    @Override
    public synchronized void close() {
        closed = true;
        VirtualThreadMetrics binder = events;
        if (binder != null) {
            binder.close();
        }
    }
}
