package io.birdseye.model;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.LongStream;

/**
 * What this machine, or the container that this JVM runs in, can give at the moment. What cannot be read counts as
 * unlimited ({@link Long#MAX_VALUE}).
 *
 * @param memoryBytes that are available, within the limit of the control group
 * @param threads that one process may have
 * @param descriptors that one process may hold
 * @param cpuQuota how many cores' time the control group allows; empty where it sets no quota
 */
public record MachineLimits(long memoryBytes, long threads, long descriptors, OptionalDouble cpuQuota) {

    /** A Java thread has a stack and guard pages: this many mappings, of which a process may have a bounded number. */
    private static final int MAPPINGS_PER_THREAD = 3;

    /** As they are now. */
    public static MachineLimits now() {
        return read(Path.of("/proc"), Path.of("/sys/fs/cgroup"));
    }

    /** As the files of a system tell, those of control groups of either version. */
    static MachineLimits read(Path proc, Path cgroup) {
        long descriptors = ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Long.MAX_VALUE;
        return new MachineLimits(memory(proc, cgroup), threads(proc, cgroup), descriptors, cpuQuota(cgroup));
    }

    /** @throws IOException if a process may not hold so many: otherwise connections would fail one by one */
    public void requireDescriptors(int needed) throws IOException {
        if (descriptors < needed) {
            throw new IOException(
                    "it takes " + needed + " descriptors and a process may hold " + descriptors + " (ulimit -n)");
        }
    }

    private static long memory(Path proc, Path cgroup) {
        long available = lines(proc.resolve("meminfo")).stream()
                .filter(line -> line.startsWith("MemAvailable:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst()
                .orElse(Long.MAX_VALUE);
        long newer = number(cgroup.resolve("memory.max"));
        long older = number(cgroup.resolve("memory/memory.limit_in_bytes"));
        return Math.min(available, Math.min(newer, older));
    }

    private static long threads(Path proc, Path cgroup) {
        return LongStream.of(
                        number(proc.resolve("sys/vm/max_map_count")) / MAPPINGS_PER_THREAD,
                        number(proc.resolve("sys/kernel/threads-max")),
                        number(proc.resolve("sys/kernel/pid_max")),
                        number(cgroup.resolve("pids.max")))
                .min()
                .getAsLong();
    }

    private static OptionalDouble cpuQuota(Path cgroup) {
        List<String> current = lines(cgroup.resolve("cpu.max"));
        String[] parts = current.isEmpty() ? new String[0] : current.getFirst().split(" ");
        String quota = parts.length > 0 ? parts[0] : first(cgroup.resolve("cpu/cpu.cfs_quota_us"));
        String period = parts.length > 1 ? parts[1] : first(cgroup.resolve("cpu/cpu.cfs_period_us"));
        return quota.matches("\\d+")
                ? OptionalDouble.of(Double.parseDouble(quota) / (period.isEmpty() ? 100_000 : Double.parseDouble(period)))
                : OptionalDouble.empty();
    }

    private static String first(Path file) {
        List<String> lines = lines(file);
        return lines.isEmpty() ? "" : lines.getFirst().strip();
    }

    private static long number(Path file) {
        String text = first(file);
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : Long.MAX_VALUE;
    }

    /** Line by line: the kernel gives these files no size. */
    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }
}
