package io.birdseye.service.observe;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.birdseye.model.SystemFile;
import io.birdseye.model.process.ServiceUse;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What this process has used since it started. A reading opens a small file for each thread. */
public final class ProcessUsage {

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final List<GarbageCollectorMXBean> pausing = pausing();
    private final JitThreads jit = new JitThreads();

    public ServiceUse.Process snapshot() {
        return new ServiceUse.Process(
                System.nanoTime(),
                system.getProcessCpuTime(),
                jit.cpuNanos(),
                threads.getTotalThreadAllocatedBytes(),
                new ServiceUse.Collections(
                        pausing.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(),
                        pausing.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum()),
                ServiceClock.contextSwitches(),
                threads.getPeakThreadCount(),
                peakRss());
    }

    public static ServiceUse.Jvm jvm() {
        return new ServiceUse.Jvm(
                ProcessHandle.current().pid(), Runtime.version().toString(),
                ManagementFactory.getGarbageCollectorMXBeans().stream().map(GarbageCollectorMXBean::getName).collect(Collectors.joining(", ")),
                ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /** Resets the peak of threads. The peak of memory cannot be reset. */
    public void resetPeaks() {
        threads.resetPeakThreadCount();
    }

    static List<GarbageCollectorMXBean> pausing() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                // Beans of these kinds count cycles that run while the program runs; their time is no pause.
                .filter(collector -> !collector.getName().contains("Concurrent") && !collector.getName().contains("Cycles"))
                .toList();
    }

    private static @Nullable Long peakRss() {
        OptionalLong kilobytes = SystemFile.number(Path.of("/proc/self/status"), "^VmHWM:\\s+(\\d+) kB$");
        return kilobytes.isPresent() ? (Long) (kilobytes.getAsLong() * 1024) : null;
    }

    /**
     * Reads the CPU time of the JIT compilers' threads from {@code /proc/self/task}: one small file for each thread of the
     * process. {@link java.lang.management.CompilationMXBean#getTotalCompilationTime} is the duration of compilations,
     * which on busy cores is much longer.
     */
    static final class JitThreads {

        /** {@code proc(5)} counts in ticks of USER_HZ, which is 100 on every Linux that runs a JVM. */
        private static final long NANOS_PER_TICK = 10_000_000;

        /** By thread. Includes threads that have ended, because the JVM starts and ends compilers as it needs them. */
        private final Map<String, Long> ticks = new HashMap<>();

        /** In nanoseconds, in steps of 10 ms for each thread; null if the system does not have it. */
        synchronized @Nullable Long cpuNanos() {
            Map<String, String> all = SystemFile.ofThreads(Path.of("/proc/self"), "stat");
            all.forEach((thread, stat) -> {
                if (isJit(stat)) {
                    ticks.put(thread, ticks(stat));
                }
            });
            long sum = ticks.values().stream().mapToLong(Long::longValue).sum();
            return all.isEmpty() ? null : (Long) (sum * NANOS_PER_TICK);
        }

        /** The system cuts names at 15 characters: {@code C2 CompilerThread0} is {@code C2 CompilerThre}. */
        static boolean isJit(String stat) {
            String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
            return name.matches("C[12] CompilerThre.*");
        }

        /** Fields 14 and 15, in user mode and in the kernel; field 2, the name, may have spaces and parentheses. */
        static long ticks(String stat) {
            String[] fromThird = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            return Long.parseLong(fromThird[11]) + Long.parseLong(fromThird[12]);
        }
    }
}
