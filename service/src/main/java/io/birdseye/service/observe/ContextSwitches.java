package io.birdseye.service.observe;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Counts the context switches of the process by {@code getrusage(2)}: {@code /proc} has those of live threads only. */
final class ContextSwitches {

    private static final int RUSAGE_SELF = 0;

    // Linux, 64 bit: two timevals of 16 bytes, then fourteen longs of which the last two are the switches.
    private static final long STRUCT_BYTES = 144;
    private static final long VOLUNTARY = 128;
    private static final long INVOLUNTARY = 136;

    private @Nullable MethodHandle getrusage;
    private boolean linked;

    /** Voluntary and involuntary together since the process started; null if the system does not have them. */
    synchronized @Nullable Long count() {
        if (!linked) {
            // On first use only, because linking takes some hundredths of a second, which would delay the start.
            linked = true;
            getrusage = SystemCalls.linux("getrusage", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS))
                    .orElse(null);
        }
        if (getrusage == null) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment usage = arena.allocate(STRUCT_BYTES, Long.BYTES);
            int failed = (int) getrusage.invokeExact(RUSAGE_SELF, usage);
            return failed != 0 ? null : usage.get(JAVA_LONG, VOLUNTARY) + usage.get(JAVA_LONG, INVOLUNTARY);
        } catch (Throwable e) {
            return null;
        }
    }
}
