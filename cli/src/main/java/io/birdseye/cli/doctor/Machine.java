package io.birdseye.cli.doctor;

import io.birdseye.cli.doctor.Finding.Grade;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What the machine has, and what a container leaves of it. */
final class Machine {

    /** Injector, mock and service run side by side; each wants a core, and the service two to show contention. */
    private static final int COMFORTABLE_CORES = 4;

    /** A boxed comparison: two gigabytes for the service, one for the rest. */
    private static final long NEEDED_BYTES = 3L << 30;

    /** Each request in flight holds up to five sockets in the service. */
    private static final long COMFORTABLE_DESCRIPTORS = 8_192;

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

    static Finding memory(Path meminfo, Path limit) {
        Optional<Long> available = lines(meminfo).stream()
                .filter(line -> line.startsWith("MemAvailable:"))
                .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                .findFirst();
        if (available.isEmpty()) {
            return Finding.unknown("memory", "the system does not tell");
        }
        long usable = Math.min(available.get(), number(limit).orElse(Long.MAX_VALUE));
        String detail = String.format(Locale.ROOT, "%.1f GiB available", usable / (double) (1L << 30));
        return usable < NEEDED_BYTES
                ? new Finding("memory", Grade.BAD, detail, "a comparison needs about 3 GiB; paging would be all that it shows")
                : Finding.good("memory", detail);
    }

    static Finding cpuQuota(Path cpuMax) {
        List<String> content = lines(cpuMax);
        if (content.isEmpty()) {
            return Finding.unknown("container", "no CPU quota can be read here");
        }
        String[] parts = content.getFirst().split(" ");
        return parts[0].equals("max")
                ? Finding.good("container", "no CPU quota")
                : new Finding("container", Grade.BAD, "a CPU quota of " + parts[0] + " µs in " + parts[1] + " µs",
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
