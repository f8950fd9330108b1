package io.birdseye.experiments.measure;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Calls of the operating system that Java does not offer: which core a thread may use, and dropping a file from the
 * page cache. Linux only; needs {@code --enable-native-access}.
 */
public final class Posix {

    private static final int MASK_BYTES = 128; // cpu_set_t: 1,024 cores
    private static final int O_RDONLY = 0;
    private static final int POSIX_FADV_DONTNEED = 4;

    private Posix() {}

    /**
     * Lets the calling thread, and the threads it starts from now on, use these cores only.
     *
     * @throws NotPossible if the system has no such call or refuses
     */
    public static void pinThisThread(int... cores) throws NotPossible {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
            for (int core : cores) {
                byte bits = mask.get(ValueLayout.JAVA_BYTE, core / 8);
                mask.set(ValueLayout.JAVA_BYTE, core / 8, (byte) (bits | 1 << core % 8));
            }
            // Process id 0 is the calling thread.
            int status = (int) call("sched_setaffinity", FunctionDescriptor.of(ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS)).invoke(0, MASK_BYTES, mask);
            if (status != 0) {
                throw new NotPossible("sched_setaffinity refuses cores " + Arrays.toString(cores));
            }
        } catch (Throwable e) {
            throw notPossible("pinning threads to cores", e);
        }
    }

    /** The core on which the calling thread runs at this moment. */
    public static int currentCore() throws NotPossible {
        try {
            return (int) call("sched_getcpu", FunctionDescriptor.of(ValueLayout.JAVA_INT)).invoke();
        } catch (Throwable e) {
            throw notPossible("asking for the core of a thread", e);
        }
    }

    /**
     * Asks the system to forget the cached pages of a file whose content is on disk already.
     *
     * @throws NotPossible if the system has no such call or refuses
     */
    public static void dropFromCache(Path file) throws NotPossible {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment path = arena.allocateFrom(file.toAbsolutePath().toString());
            int descriptor = (int) call("open", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS,
                    ValueLayout.JAVA_INT)).invoke(path, O_RDONLY);
            int status = (int) call("posix_fadvise", FunctionDescriptor.of(ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT))
                    .invoke(descriptor, 0L, 0L, POSIX_FADV_DONTNEED);
            int closed = (int) call("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT))
                    .invoke(descriptor);
            if (descriptor < 0 || status != 0 || closed != 0) {
                throw new NotPossible("posix_fadvise refuses " + file.getFileName());
            }
        } catch (Throwable e) {
            throw notPossible("dropping a file from the page cache", e);
        }
    }

    private static MethodHandle call(String name, FunctionDescriptor signature) {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(linker.defaultLookup().find(name).orElseThrow(), signature);
    }

    private static NotPossible notPossible(String what, Throwable cause) {
        return cause instanceof NotPossible known ? known : new NotPossible(what + " is not possible: " + cause);
    }
}
