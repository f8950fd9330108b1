package io.birdseye.service.observe;

import io.birdseye.fanout.RunClock;
import java.lang.management.GarbageCollectorMXBean;

/**
 * The clock of this service. CPU time is asked of the system, because the JVM does not tell that of virtual threads: the
 * carrier's time is theirs, since a combination never gives its carrier away. Pauses take about 0.1 microseconds for each
 * collector, in steps of a millisecond.
 */
public final class ServiceClock implements RunClock {

    private final GarbageCollectorMXBean[] pausing =
            ProcessUsage.pausing().toArray(GarbageCollectorMXBean[]::new);

    @Override
    public long cpuNanos() {
        return SystemCalls.threadCpuNanos(UNKNOWN);
    }

    @Override
    public long stoppedNanos() {
        long millis = 0;
        for (GarbageCollectorMXBean collector : pausing) {
            millis += collector.getCollectionTime();
        }
        return millis * 1_000_000;
    }
}
