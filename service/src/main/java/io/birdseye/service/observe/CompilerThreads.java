package io.birdseye.service.observe;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the CPU time of the just-in-time compilers' threads from {@code /proc/self/task}; no management bean knows it.
 * {@link java.lang.management.CompilationMXBean#getTotalCompilationTime} tells how long compilations took, which on busy
 * cores is much more than what they used.
 *
 * <p>Reading opens one small file for each thread of the process.
 */
final class CompilerThreads {

    private static final Path TASKS = Path.of("/proc/self/task");

    /** What {@code proc(5)} counts time in: USER_HZ is 100 on every Linux that runs a JVM. */
    private static final long NANOS_PER_TICK = 10_000_000;

    /** Kept for threads that have ended too, as the JVM starts and ends compilers as it needs them. */
    private final Map<String, Long> ticksOfCompilers = new HashMap<>();

    /** In nanoseconds, in steps of 10 ms for each thread; null where the system does not tell. */
    synchronized @Nullable Long cpuNanos() {
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                read(task);
            }
        } catch (IOException e) {
            return null;
        }
        return ticksOfCompilers.values().stream().mapToLong(Long::longValue).sum() * NANOS_PER_TICK;
    }

    private void read(Path task) {
        String id = task.getFileName().toString();
        try {
            String stat = Files.readString(task.resolve("stat"));
            if (isCompiler(stat)) {
                ticksOfCompilers.put(id, ticks(stat));
            }
        } catch (IOException e) {
            // The thread has ended since the directory was listed.
        }
    }

    /** The system cuts names at 15 characters: {@code C2 CompilerThread0} is {@code C2 CompilerThre}. */
    static boolean isCompiler(String stat) {
        String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
        return name.matches("C[12] CompilerThre.*");
    }

    /** Fields 14 and 15, in user mode and in the kernel; the name, field 2, may hold spaces and parentheses. */
    static long ticks(String stat) {
        String[] fromThird = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return Long.parseLong(fromThird[11]) + Long.parseLong(fromThird[12]);
    }
}
