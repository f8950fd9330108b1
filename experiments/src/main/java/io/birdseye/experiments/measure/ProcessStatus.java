package io.birdseye.experiments.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What the operating system and the JVM know of the process a probe runs in. */
public final class ProcessStatus {

    private ProcessStatus() {}

    /**
     * The most memory it ever had resident (VmHWM), in MB.
     *
     * @throws NotPossible where there is no {@code /proc}
     */
    public static double peakRssMb() throws IOException, NotPossible {
        return number("status", "VmHWM:") / 1024.0;
    }

    /**
     * What it has read from disk so far, in bytes; what was in the page cache does not count.
     *
     * @throws NotPossible where there is no {@code /proc}
     */
    public static long readFromDiskBytes() throws IOException, NotPossible {
        return number("io", "read_bytes:");
    }

    /** The most threads that lived at once since the JVM started, including the JVM's own that Java can see. */
    public static int peakThreads() {
        return ManagementFactory.getThreadMXBean().getPeakThreadCount();
    }

    /** CPU time of all threads of the process, in nanoseconds. */
    public static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    /** Time of all collections so far, in milliseconds. */
    public static long collectionMillis() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
                .sum();
    }

    private static long number(String name, String key) throws IOException, NotPossible {
        Path file = Path.of("/proc/self", name);
        if (!Files.isReadable(file)) {
            throw new NotPossible("there is no " + file + " to read " + key + " from");
        }
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.startsWith(key))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst()
                    .orElseThrow(() -> new NotPossible(key + " is not in " + file));
        }
    }
}
