package io.birdseye.service.observe;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Counts the context switches of the process by {@code getrusage(2)}; no management bean knows them, and
 * {@code /proc/self} tells only those of threads that still live.
 */
final class ContextSwitches {

    private static final int RUSAGE_SELF = 0;

    // Linux, 64 bit: two timevals of 16 bytes, then fourteen longs of which the last two are the switches.
    private static final long STRUCT_BYTES = 144;
    private static final long VOLUNTARY = 128;
    private static final long INVOLUNTARY = 136;

    private @Nullable MethodHandle getrusage;
    private boolean looked;

    /** The JVM warns on stderr when a class path that was not granted native access uses it, so this one asks first. */
    private static boolean available() {
        return System.getProperty("os.name").equals("Linux")
                && ValueLayout.ADDRESS.byteSize() == 8
                && ContextSwitches.class.getModule().isNativeAccessEnabled();
    }

    private static @Nullable MethodHandle link() {
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("getrusage")
                .map(function -> linker.downcallHandle(
                        function,
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS)))
                .orElse(null);
    }

    /** Voluntary and involuntary together since the process started; null where the system does not tell. */
    synchronized @Nullable Long count() {
        if (!looked) {
            // Not before it is asked for: linking takes some hundredths of a second, and services should start fast.
            looked = true;
            getrusage = available() ? link() : null;
        }
        if (getrusage == null) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment usage = arena.allocate(STRUCT_BYTES, Long.BYTES);
            int failed = (int) getrusage.invokeExact(RUSAGE_SELF, usage);
            return failed != 0
                    ? null
                    : usage.get(ValueLayout.JAVA_LONG, VOLUNTARY) + usage.get(ValueLayout.JAVA_LONG, INVOLUNTARY);
        } catch (Throwable e) {
            return null;
        }
    }
}
