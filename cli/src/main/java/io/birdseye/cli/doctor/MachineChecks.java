package io.birdseye.cli.doctor;

import io.birdseye.model.Format;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks of the machine, and of the limits that a container sets. */
final class MachineChecks {

    /** Injector, mock and service run side by side: one core for each, and a second one for the service. */
    private static final int COMFORTABLE_CORES = 4;

    /** For a comparison with boxed lists: two gigabytes for the service, one for the other programs. */
    private static final long NEEDED_BYTES = 3L << 30;

    /** Each request in flight holds up to five sockets in the service. */
    private static final int SOCKETS = 5;

    private static final long COMFORTABLE_DESCRIPTORS = 8_192;
    private static final int BUILT_FOR = 25;
    private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use(\\w+)GC\\b");

    private MachineChecks() {}

    static Finding cores(int cores) {
        String detail = Format.count(cores, "core");
        if (cores == 1) {
            return Finding.bad("cores", detail, "injector, mock and service would take turns; use two at least");
        }
        return cores < COMFORTABLE_CORES
                ? Finding.fair("cores", detail + ", shared by injector, mock and service",
                        "four or more keep the load from disturbing what it measures")
                : Finding.good("cores", detail);
    }

    static Finding jdk(int feature, String vm) {
        String detail = "JDK " + feature + ", " + vm;
        return feature == BUILT_FOR
                ? Finding.good("JDK", detail)
                : Finding.fair("JDK", detail, "strategies are built for JDK 25; preview classes load on no other");
    }

    /** @param bytes {@link Long#MAX_VALUE} if unknown */
    static Finding memory(long bytes) {
        if (bytes == Long.MAX_VALUE) {
            return Finding.unknown("memory");
        }
        String detail = Format.text("%.1f GiB available", bytes / (double) (1L << 30));
        return bytes < NEEDED_BYTES
                ? Finding.bad("memory", detail, "a comparison needs about 3 GiB; with less, it would measure paging")
                : Finding.good("memory", detail);
    }

    /** The collector that the flags of the service's JVM name, or that the JVM chooses. */
    static Finding collector(String jvmFlags) {
        Matcher named = COLLECTOR.matcher(jvmFlags);
        return named.find()
                ? Finding.good("collector", named.group(1) + " for the service, unless --jvm names another")
                : Finding.fair("collector", "left to the JVM", "it chooses by cores and memory; name one in --jvm");
    }

    /** @param cores the CPU time that a container may use, in cores; empty if it is not limited */
    static Finding cpuQuota(OptionalDouble cores) {
        return cores.isEmpty()
                ? Finding.good("container", "no CPU quota")
                : Finding.bad("container", "a CPU quota of " + Format.plain(cores.getAsDouble()) + " cores",
                        "a quota stops all threads at once, which adds latency; give whole cores (cpuset) instead");
    }

    /** @param descriptors {@link Long#MAX_VALUE} if they are not limited */
    static Finding descriptors(long descriptors) {
        String detail = (descriptors == Long.MAX_VALUE ? "unlimited" : descriptors) + " for a process";
        return descriptors >= COMFORTABLE_DESCRIPTORS
                ? Finding.good("descriptors", detail)
                : Finding.fair("descriptors", detail,
                        "more than " + descriptors / SOCKETS + " requests in flight need more: ulimit -n");
    }
}
