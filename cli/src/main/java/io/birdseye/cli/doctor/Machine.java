package io.birdseye.cli.doctor;

import io.birdseye.cli.doctor.Finding.Grade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the machine has, and what a container leaves of it. */
final class Machine {

    /** Injector, mock and service run side by side; each wants a core, and the service two to show contention. */
    private static final int COMFORTABLE_CORES = 4;

    /** A boxed comparison: two gigabytes for the service, one for the rest. */
    private static final long NEEDED_BYTES = 3L << 30;

    /** Each request in flight holds up to five sockets in the service. */
    private static final long COMFORTABLE_DESCRIPTORS = 8_192;

    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(\\w+)GC\\b");

    private Machine() {}

    static Finding cores(int cores) {
        String detail = cores + (cores == 1 ? " core" : " cores");
        if (cores == 1) {
            return new Finding("cores", Grade.BAD, detail, "injector, mock and service would take turns; use two at least");
        }
        return cores < COMFORTABLE_CORES
                ? new Finding("cores", Grade.FAIR, detail + ", shared by injector, mock and service",
                        "four or more keep the load from disturbing what it measures")
                : Finding.good("cores", detail);
    }

    static Finding jdk(int feature, String vm) {
        String detail = "JDK " + feature + ", " + vm;
        return feature == 25
                ? Finding.good("JDK", detail)
                : new Finding("JDK", Grade.FAIR, detail, "strategies are built for JDK 25; preview classes load on no other");
    }

    /** The smaller of what the machine has left and what a container may have. */
    static Finding memory(Path meminfo, Path cgroup) {
        Optional<Long> available = lines(meminfo).stream()
                .filter(line -> line.startsWith("MemAvailable:"))
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst();
        if (available.isEmpty()) {
            return Finding.unknown("memory", "the system does not tell");
        }
        long limit = number(cgroup.resolve("memory.max"))
                .or(() -> number(cgroup.resolve("memory/memory.limit_in_bytes")))
                .orElse(Long.MAX_VALUE);
        long usable = Math.min(available.get(), limit);
        String detail = String.format(Locale.ROOT, "%.1f GiB available", usable / (double) (1L << 30));
        return usable < NEEDED_BYTES
                ? new Finding("memory", Grade.BAD, detail, "a comparison needs about 3 GiB; paging would be all that it shows")
                : Finding.good("memory", detail);
    }

    /** The flags of the service's JVM name its collector, or leave the choice to the JVM. */
    static Finding collector(String jvmFlags) {
        Matcher named = COLLECTOR.matcher(jvmFlags);
        return named.find()
                ? Finding.good("collector", named.group(1) + " for the service, unless --jvm names another")
                : new Finding("collector", Grade.FAIR, "left to the JVM",
                        "it chooses by cores and memory; name one in --jvm");
    }

    /** Of control groups of either version: {@code cpu.max}, or the quota and period of the older one. */
    static Finding cpuQuota(Path cgroup) {
        List<String> content = lines(cgroup.resolve("cpu.max"));
        if (!content.isEmpty()) {
            String[] parts = content.getFirst().split(" ");
            return quota(parts[0], parts.length > 1 ? parts[1] : "100000");
        }
        List<String> quota = lines(cgroup.resolve("cpu/cpu.cfs_quota_us"));
        List<String> period = lines(cgroup.resolve("cpu/cpu.cfs_period_us"));
        return quota.isEmpty()
                ? Finding.unknown("container", "no CPU quota can be read here")
                : quota(quota.getFirst(), period.isEmpty() ? "100000" : period.getFirst());
    }

    private static Finding quota(String micros, String period) {
        return micros.equals("max") || micros.startsWith("-")
                ? Finding.good("container", "no CPU quota")
                : new Finding("container", Grade.BAD, "a CPU quota of " + micros + " µs in " + period + " µs",
                        "a quota stops all threads at once and shows up as latency; give whole cores (cpuset) instead");
    }

    static Finding descriptors(Path limits) {
        Optional<String> soft = lines(limits).stream()
                .filter(line -> line.startsWith("Max open files"))
                .map(line -> line.substring("Max open files".length()).strip().split("\\s+")[0])
                .findFirst();
        if (soft.isEmpty()) {
            return Finding.unknown("descriptors", "the system does not tell");
        }
        boolean enough = soft.get().equals("unlimited") || Long.parseLong(soft.get()) >= COMFORTABLE_DESCRIPTORS;
        return enough
                ? Finding.good("descriptors", soft.get() + " for a process")
                : new Finding("descriptors", Grade.FAIR, soft.get() + " for a process",
                        "with more than " + Long.parseLong(soft.get()) / 5 + " requests in flight they run out: ulimit -n");
    }

    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of();
        }
    }

    private static Optional<Long> number(Path file) {
        return lines(file).stream()
                .filter(line -> line.matches("\\d+"))
                .map(Long::parseLong)
                .findFirst();
    }
}
