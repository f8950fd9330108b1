package io.birdseye.model;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * What this machine, or the container that this JVM runs in, can give at the moment: memory that is available, and
 * threads and descriptors of one process. What cannot be read counts as unlimited ({@link Long#MAX_VALUE}); the quota,
 * in cores, is empty where the control group sets none.
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
        OptionalLong available = SystemFile.number(proc.resolve("meminfo"), "^MemAvailable:\\s+(\\d+) kB");
        long newer = number(cgroup.resolve("memory.max"));
        long older = number(cgroup.resolve("memory/memory.limit_in_bytes"));
        return Math.min(available.isPresent() ? available.getAsLong() << 10 : Long.MAX_VALUE, Math.min(newer, older));
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
        String[] current = text(cgroup.resolve("cpu.max")).split(" ");
        String quota = current[0].isEmpty() ? text(cgroup.resolve("cpu/cpu.cfs_quota_us")) : current[0];
        String period = current.length > 1 ? current[1] : text(cgroup.resolve("cpu/cpu.cfs_period_us"));
        return quota.matches("\\d+")
                ? OptionalDouble.of(Double.parseDouble(quota) / (period.isEmpty() ? 100_000 : Double.parseDouble(period)))
                : OptionalDouble.empty();
    }

    private static String text(Path file) {
        return SystemFile.find(file, "\\A(.+)").orElse("");
    }

    private static long number(Path file) {
        return SystemFile.number(file, "\\A(\\d{1,18})\\s*\\z").orElse(Long.MAX_VALUE);
    }
}
