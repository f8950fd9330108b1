package io.birdseye.experiments.ledger;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Where the ledger's figures were measured. */
public record Machine(int cores, String cpu, long memoryBytes, String os, String kernel, String jdk) {

    /** This one. */
    public static Machine here() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return new Machine(Runtime.getRuntime().availableProcessors(), cpuModel(), system.getTotalMemorySize(),
                System.getProperty("os.name"), System.getProperty("os.version"), Runtime.version().toString());
    }

    /** One line for people. */
    public String line() {
        return cores + " cores of " + cpu + ", " + (memoryBytes >> 30) + " GB, " + os + " " + kernel + ", JDK " + jdk;
    }

    private static String cpuModel() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
    }
}
