package io.birdseye.service.observe;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What this process has used since it started. A reading opens a small file for each thread. */
public final class ProcessUsage {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Pattern PEAK_RSS = Pattern.compile("(?m)^VmHWM:\\s+(\\d+) kB$");

    private final OperatingSystemMXBean system =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final List<GarbageCollectorMXBean> pausing = pausing();
    private final JitThreads jit = new JitThreads();

    /**
     * The process at one moment. What the system does not have is null.
     *
     * @param nanos when it was, by a clock of this process without a meaning of its own
     * @param cpuNanos CPU time of all threads, including those of the garbage collector and the JIT compilers
     * @param jitNanos the part of it that the JIT compilers used
     * @param allocatedBytes by all threads, also those that have ended
     * @param peakRssBytes the most memory that the process ever held
     */
    public record Snapshot(
            long nanos, long pid, long cpuNanos, @Nullable Long jitNanos, long allocatedBytes,
            long gcPauses, long gcPauseMillis, int liveThreads, int peakThreads,
            @Nullable Long contextSwitches, @Nullable Long peakRssBytes,
            String collector, String jdk, List<String> jvmFlags) {

        public Snapshot {
            jvmFlags = List.copyOf(jvmFlags);
        }
    }

    public Snapshot snapshot() {
        return new Snapshot(
                System.nanoTime(),
                ProcessHandle.current().pid(),
                system.getProcessCpuTime(),
                jit.cpuNanos(),
                threads.getTotalThreadAllocatedBytes(),
                pausing.stream().mapToLong(GarbageCollectorMXBean::getCollectionCount).sum(),
                pausing.stream().mapToLong(GarbageCollectorMXBean::getCollectionTime).sum(),
                threads.getThreadCount(),
                threads.getPeakThreadCount(),
                SystemCalls.contextSwitches(),
                peakRss(),
                ManagementFactory.getGarbageCollectorMXBeans().stream().map(GarbageCollectorMXBean::getName).collect(Collectors.joining(", ")),
                Runtime.version().toString(),
                ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    /** Resets the peak of threads. The peak of memory cannot be reset. */
    public void resetPeaks() {
        threads.resetPeakThreadCount();
    }

    /** The collectors whose time is pauses. */
    static List<GarbageCollectorMXBean> pausing() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> !isConcurrent(collector))
                .toList();
    }

    /** Beans of this kind count cycles that run while the program runs; their time is no pause. */
    private static boolean isConcurrent(GarbageCollectorMXBean collector) {
        return collector.getName().contains("Concurrent") || collector.getName().contains("Cycles");
    }

    private static @Nullable Long peakRss() {
        try {
            Matcher line = PEAK_RSS.matcher(Files.readString(STATUS));
            return line.find() ? Long.parseLong(line.group(1)) * 1024 : null;
        } catch (IOException e) {
            return null;
        }
    }
}
