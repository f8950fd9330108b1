package io.birdseye.cli.doctor;

import io.birdseye.cli.doctor.Finding.Grade;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Runs all checks and says what a result from this machine is worth. Takes about three seconds, on one core. */
public final class Doctor {

    private final String jvmFlags;
    private final Path proc;
    private final Path cgroup;
    private final Duration sample;

    /**
     * Looks at this machine.
     *
     * @param jvmFlags of the service's JVM
     */
    public Doctor(String jvmFlags) {
        this(jvmFlags, Path.of("/proc"), Path.of("/sys/fs/cgroup"), Duration.ofSeconds(2));
    }

    Doctor(String jvmFlags, Path proc, Path cgroup, Duration sample) {
        this.jvmFlags = jvmFlags;
        this.proc = proc;
        this.cgroup = cgroup;
        this.sample = sample;
    }

    public List<Finding> examine() {
        List<Finding> findings = new ArrayList<>();
        findings.add(Machine.cores(Runtime.getRuntime().availableProcessors()));
        findings.add(Machine.jdk(Runtime.version().feature(), System.getProperty("java.vm.name", "unknown")));
        findings.add(Machine.collector(jvmFlags));
        findings.add(Machine.memory(proc.resolve("meminfo"), cgroup));
        findings.add(Machine.cpuQuota(cgroup));
        findings.add(Machine.descriptors(proc.resolve("self/limits")));
        findings.addAll(Noise.duringASleep(proc.resolve("stat"), sample));
        findings.add(Noise.timer(Duration.ofMillis(500)));
        findings.add(Noise.scheduler(Duration.ofMillis(500)));
        return findings;
    }

    /** One sentence for the worst that was found. */
    public static String conclusion(List<Finding> findings) {
        Grade worst = findings.stream()
                .map(Finding::grade)
                .filter(grade -> grade != Grade.UNKNOWN)
                .max(Comparator.naturalOrder())
                .orElse(Grade.UNKNOWN);
        return switch (worst) {
            case GOOD -> "A result from this machine can be trusted as far as its intervals go.";
            case FAIR -> "A result from this machine can be trusted for ratios taken in one run; it needs more blocks for the"
                    + " same interval, and absolute times should not be quoted.";
            case BAD -> "A result from this machine would mislead: mend what is marked as bad first.";
            case UNKNOWN -> "This system tells too little to say what a result from it is worth.";
        };
    }
}
