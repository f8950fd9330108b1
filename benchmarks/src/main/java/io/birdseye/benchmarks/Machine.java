package io.birdseye.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where figures were measured: they hold for no other place.
 *
 * @param descriptors that a process may hold, or 0 where the system does not tell
 */
public record Machine(int cores, String cpu, long memoryBytes, String kernel, String jdk, long descriptors) {

    public static Machine here() {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                find("/proc/cpuinfo", "(?m)^model name\\s*:\\s*(.+)$", System.getProperty("os.arch", "unknown")),
                system.getTotalMemorySize(),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                Runtime.version().toString(),
                Long.parseLong(find("/proc/self/limits", "(?m)^Max open files\\s+(\\d+)", "0")));
    }

    /** The system's load average of one minute. */
    static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String find(String file, String line, String otherwise) {
        try {
            Matcher matcher = Pattern.compile(line).matcher(Files.readString(Path.of(file)));
            return matcher.find() ? matcher.group(1).strip() : otherwise;
        } catch (IOException e) {
            return otherwise;
        }
    }

    /**
     * Fails early and clearly, where otherwise connections would fail one by one.
     *
     * @throws IOException if a process may not hold so many descriptors
     */
    public void requireDescriptors(int needed) throws IOException {
        if (descriptors > 0 && descriptors < needed) {
            throw new IOException("it takes " + needed + " descriptors and a process may hold " + descriptors
                    + " (ulimit -n)");
        }
    }

    String text() {
        return cores + " cores (" + cpu + "), " + Math.round(memoryBytes / 1e9) + " GB, " + kernel + ", JDK " + jdk;
    }
}
