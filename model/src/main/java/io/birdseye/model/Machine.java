package io.birdseye.model;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where figures were measured: they hold for no other place. What the system does not tell is {@code unknown}, or 0.
 *
 * @param cores that this JVM may use
 * @param os the name of the distribution, where there is one
 * @param kernel its version
 * @param jdk the version of this JVM
 */
public record Machine(int cores, String cpuModel, long memoryBytes, String os, String kernel, String jdk) {

    private static final String UNKNOWN = "unknown";

    /** This one. */
    public static Machine here() {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                find(Path.of("/proc/cpuinfo"), "(?m)^model name\\s*:\\s*(.+)$")
                        .orElse(System.getProperty("os.arch", UNKNOWN)),
                totalMemory(),
                find(Path.of("/etc/os-release"), "(?m)^PRETTY_NAME=\"?([^\"\\n]+)\"?$")
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

    private static Optional<String> find(Path file, String line) {
        try {
            Matcher matcher = Pattern.compile(line).matcher(Files.readString(file));
            return matcher.find() ? Optional.of(matcher.group(1).strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
