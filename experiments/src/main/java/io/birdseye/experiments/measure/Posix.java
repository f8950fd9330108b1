package io.birdseye.experiments.measure;

import io.birdseye.experiments.measure.Probe.NotPossible;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Calls of the operating system that Java does not offer: which core a thread may use, and dropping a file from the
 * page cache. Linux only; needs {@code --enable-native-access}.
 */
public final class Posix {

    private static final int MASK_BYTES = 128; // cpu_set_t: 1,024 cores
    private static final int THIS_THREAD = 0;
    private static final int O_RDONLY = 0;
    private static final int POSIX_FADV_DONTNEED = 4;

    private Posix() {}

    /** Lets the calling thread, and the threads it starts from now on, use these cores only. */
    public static void pinThisThread(int... cores) throws NotPossible {
        BitSet allowed = new BitSet();
        Arrays.stream(cores).forEach(allowed::set);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
            mask.copyFrom(MemorySegment.ofArray(allowed.toByteArray()));
            if (call("sched_setaffinity", THIS_THREAD, (long) MASK_BYTES, mask) != 0) {
                throw new NotPossible("sched_setaffinity refuses cores " + allowed);
            }
        }
    }

    public static int currentCore() throws NotPossible {
        return call("sched_getcpu");
    }

    /** Asks the system to forget the cached pages of a file whose content is on disk already. */
    public static void dropFromCache(Path file) throws NotPossible {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = call("open", arena.allocateFrom(file.toAbsolutePath().toString()), O_RDONLY);
            int status = call("posix_fadvise", descriptor, 0L, 0L, POSIX_FADV_DONTNEED);
            int closed = call("close", descriptor);
            if (descriptor < 0 || status != 0 || closed != 0) {
                throw new NotPossible("posix_fadvise refuses " + file.getFileName());
            }
        }
    }

    /** @param arguments ints, longs and addresses; their types are the signature of the function */
    private static int call(String function, Object... arguments) throws NotPossible {
        Linker linker = Linker.nativeLinker();
        MemoryLayout[] types = Arrays.stream(arguments).map(Posix::type).toArray(MemoryLayout[]::new);
        try {
            return (int) linker.downcallHandle(
                            linker.defaultLookup().findOrThrow(function),
                            FunctionDescriptor.of(ValueLayout.JAVA_INT, types))
                    .invokeWithArguments(arguments);
        } catch (Throwable e) {
            throw new NotPossible("the call " + function + " is not possible: " + e);
        }
    }

    private static MemoryLayout type(Object argument) {
        return switch (argument) {
            case Integer i -> ValueLayout.JAVA_INT;
            case Long l -> ValueLayout.JAVA_LONG;
            default -> ValueLayout.ADDRESS;
        };
    }
}
