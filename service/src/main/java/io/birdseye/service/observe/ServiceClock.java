package io.birdseye.service.observe;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.birdseye.fanout.RunClock;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.management.GarbageCollectorMXBean;
import org.jspecify.annotations.Nullable;

/**
 * The clock of this service. CPU time is asked of the system, because the JVM does not tell that of virtual threads: the
 * carrier's time is theirs, since a combination never gives its carrier away. Pauses take about 0.1 microseconds for each
 * collector, in steps of a millisecond.
 *
 * <p>Functions of the C library of Linux with 64 bits are linked at their first use, because that takes some hundredths of a
 * second, and are constants then, so that the JIT sees through them.
 */
public final class ServiceClock implements RunClock {

    private static final int RUSAGE_SELF = 0;
    private static final int CLOCK_THREAD_CPUTIME_ID = 3;
    private static final long SECOND = 1_000_000_000;

    // Two timevals of 16 bytes, then fourteen longs of which the last two are the context switches.
    private static final long RUSAGE_BYTES = 144;
    private static final long VOLUNTARY = 128;
    private static final long INVOLUNTARY = 136;

    private final GarbageCollectorMXBean[] pausing = ProcessUsage.pausing().toArray(GarbageCollectorMXBean[]::new);

    private static final class Usage {
        static final @Nullable MethodHandle GET = linux("getrusage");
    }

    private static final class ThreadTime {
        static final @Nullable MethodHandle GET = linux("clock_gettime", Linker.Option.critical(true));
    }

    /** Null elsewhere. Native access is checked because the JVM would print a warning if it was used without permission. */
    private static @Nullable MethodHandle linux(String name, Linker.Option... options) {
        if (!System.getProperty("os.name").equals("Linux")
                || ADDRESS.byteSize() != 8
                || !ServiceClock.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        FunctionDescriptor ofNumberAndStruct = FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS);
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup().find(name)
                .map(function -> linker.downcallHandle(function, ofNumberAndStruct, options))
                .orElse(null);
    }

    /**
     * Context switches of the process since it started, voluntary and involuntary; null if the system does not tell. By
     * {@code getrusage(2)}, because {@code /proc} has those of live threads only.
     */
    static @Nullable Long contextSwitches() {
        MethodHandle get = Usage.GET;
        if (get == null) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment usage = arena.allocate(RUSAGE_BYTES, Long.BYTES);
            int failed = (int) get.invokeExact(RUSAGE_SELF, usage);
            return failed != 0 ? null : usage.get(JAVA_LONG, VOLUNTARY) + usage.get(JAVA_LONG, INVOLUNTARY);
        } catch (Throwable e) {
            return null;
        }
    }

    /** Takes about 0.2 microseconds and 100 bytes. */
    @Override
    public long cpuNanos() {
        MethodHandle get = ThreadTime.GET;
        if (get == null) {
            return UNKNOWN;
        }
        long[] secondsAndNanos = new long[2];
        try {
            int failed = (int) get.invokeExact(CLOCK_THREAD_CPUTIME_ID, MemorySegment.ofArray(secondsAndNanos));
            return failed != 0 ? UNKNOWN : secondsAndNanos[0] * SECOND + secondsAndNanos[1];
        } catch (Throwable e) {
            return UNKNOWN;
        }
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
