package io.birdseye.cli.doctor;

import io.birdseye.cli.doctor.Finding.Grade;
import io.birdseye.loadtest.program.MachineTime;
import io.birdseye.model.MachineLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Checks whether this machine gives trustworthy results. Takes about three seconds, on one core. */
public final class Doctor {

    private static final Duration MEASURED = Duration.ofMillis(500);

    private final String jvmFlags;
    private final MachineLimits limits;
    private final Supplier<Optional<MachineTime>> processors;
    private final Duration sample;

    /**
     * Examines this machine.
     *
     * @param jvmFlags of the service's JVM
     */
    public Doctor(String jvmFlags) {
        this(jvmFlags, MachineLimits.now(), MachineTime::now, Duration.ofSeconds(2));
    }

    Doctor(String jvmFlags, MachineLimits limits, Supplier<Optional<MachineTime>> processors, Duration sample) {
        this.jvmFlags = jvmFlags;
        this.limits = limits;
        this.processors = processors;
        this.sample = sample;
    }

    public List<Finding> examine() {
        List<Finding> findings = new ArrayList<>();
        findings.add(MachineChecks.cores(Runtime.getRuntime().availableProcessors()));
        findings.add(MachineChecks.jdk(Runtime.version().feature(), System.getProperty("java.vm.name", "unknown")));
        findings.add(MachineChecks.collector(jvmFlags));
        findings.add(MachineChecks.memory(limits.memoryBytes()));
        findings.add(MachineChecks.cpuQuota(limits.cpuQuota()));
        findings.add(MachineChecks.descriptors(limits.descriptors()));
        findings.addAll(NoiseChecks.otherLoad(processors, sample));
        findings.add(NoiseChecks.timer(MEASURED));
        findings.add(NoiseChecks.scheduler(MEASURED));
        return findings;
    }

    /** One sentence about the worst finding. */
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
            case BAD -> "A result from this machine would mislead: fix what is marked as bad first.";
            case UNKNOWN -> "This system provides too little information to judge results from it.";
        };
    }
}
