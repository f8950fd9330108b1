package io.birdseye.experiments.measure;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What this machine can give to a point, as {@link Needs} with the available numbers. */
final class MachineLimits {

    /** A Java thread has a stack and guard pages: this many mappings, of which a process may have a bounded number. */
    private static final int MAPPINGS_PER_THREAD = 3;

    private MachineLimits() {}

    /** Reads the limits as they are now; what cannot be read counts as unlimited. */
    static Needs now(Path folder) throws IOException {
        long disk = Files.getFileStore(folder).getUsableSpace();
        return new Needs(freeMemory(), disk, threads(), descriptors());
    }

    private static long freeMemory() throws IOException {
        Path meminfo = Path.of("/proc/meminfo");
        if (!Files.isReadable(meminfo)) {
            return Long.MAX_VALUE;
        }
        try (Stream<String> lines = Files.lines(meminfo)) {
            return lines.filter(line -> line.startsWith("MemAvailable:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024)
                    .findFirst()
                    .orElse(Long.MAX_VALUE);
        }
    }

    private static long threads() {
        long mappings = number(Path.of("/proc/sys/vm/max_map_count")) / MAPPINGS_PER_THREAD;
        return Stream.of(mappings, number(Path.of("/proc/sys/kernel/threads-max")),
                        number(Path.of("/proc/sys/kernel/pid_max")), number(Path.of("/sys/fs/cgroup/pids.max")))
                .min(Long::compare)
                .orElse(Long.MAX_VALUE);
    }

    private static long descriptors() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
    }

    private static long number(Path file) {
        // Line by line: the kernel gives these files no size, and readString would stop after one byte.
        try (Stream<String> lines = Files.lines(file)) {
            return Long.parseLong(lines.findFirst().orElse("").strip());
        } catch (IOException | UncheckedIOException | NumberFormatException e) {
            return Long.MAX_VALUE;
        }
    }
}
