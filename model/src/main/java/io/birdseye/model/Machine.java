package io.birdseye.model;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/**
 * Where figures were measured: they hold for no other place. What the system does not tell is {@code unknown}, or 0.
 * The cores are those that this JVM may use.
 */
public record Machine(int cores, String cpuModel, long memoryBytes, String os, String kernel, String jdk) {

    private static final String UNKNOWN = "unknown";

    /** This one. */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                SystemFile.find(Path.of("/proc/cpuinfo"), "^model name\\s*:\\s*(.+)$")
                        .orElse(System.getProperty("os.arch", UNKNOWN)),
                totalMemory(),
                SystemFile.find(Path.of("/etc/os-release"), "^PRETTY_NAME=\"?([^\"\\n]+)\"?$")
                        .orElse(System.getProperty("os.name", UNKNOWN)),
                System.getProperty("os.version", UNKNOWN),
                Runtime.version().toString());
    }

    /** The system's load average of one minute; negative where it does not tell. */
    public static double loadAverage() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    /** One line for people. */
    public String line() {
        return Format.count(cores, "core") + " (" + cpuModel + "), " + Math.round(memoryBytes / 1e9) + " GB, " + os
                + ", kernel " + kernel + ", JDK " + jdk;
    }

    private static long totalMemory() {
        return ManagementFactory.getOperatingSystemMXBean()
                        instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : 0;
    }
}
