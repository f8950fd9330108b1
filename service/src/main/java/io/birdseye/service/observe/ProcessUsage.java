package io.birdseye.service.observe;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.birdseye.model.process.ServiceUse;
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
                ProcessHandle.current().pid(),
                Runtime.version().toString(),
                ManagementFactory.getGarbageCollectorMXBeans().stream().map(GarbageCollectorMXBean::getName).collect(Collectors.joining(", ")),
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
