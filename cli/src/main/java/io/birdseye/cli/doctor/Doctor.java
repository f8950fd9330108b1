package io.birdseye.cli.doctor;

import io.birdseye.model.process.MachineSample;
import io.birdseye.model.MachineLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Checks whether this machine gives trustworthy results. Takes about three seconds, on one core. */
public final class Doctor {

    private static final Duration MEASURED = Duration.ofMillis(500);

    private final String jvmFlags;
    private final MachineLimits limits;
    private final Supplier<MachineSample> machine;
    private final Duration sample;

    /** For a service with these JVM flags. */
    public Doctor(String jvmFlags) {
        this(jvmFlags, MachineLimits.now(), MachineSample::now, Duration.ofSeconds(2));
    }

    Doctor(String jvmFlags, MachineLimits limits, Supplier<MachineSample> machine, Duration sample) {
        this.jvmFlags = jvmFlags;
        this.limits = limits;
        this.machine = machine;
        this.sample = sample;
    }

    /**
     * What would disturb a measurement that begins now: empty on a quiet machine, and where the system does not tell.
     * Takes a second.
     */
    public static List<Finding> disturbances() {
        return disturbances(MachineSample::now, Duration.ofSeconds(1));
    }

    static List<Finding> disturbances(Supplier<MachineSample> machine, Duration sample) {
        return NoiseChecks.otherLoad(machine, sample).stream()
                .filter(finding -> finding.grade() == Finding.Grade.FAIR || finding.grade() == Finding.Grade.BAD)
                .toList();
    }

    public List<Finding> examine() {
        List<Finding> findings = new ArrayList<>(List.of(
                MachineChecks.cores(Runtime.getRuntime().availableProcessors()),
                MachineChecks.jdk(Runtime.version().feature(), System.getProperty("java.vm.name", "unknown")),
                MachineChecks.collector(jvmFlags),
                MachineChecks.memory(limits.memoryBytes()),
                MachineChecks.cpuQuota(limits.cpuQuota()),
                MachineChecks.descriptors(limits.descriptors())));
        findings.addAll(NoiseChecks.otherLoad(machine, sample));
        findings.add(NoiseChecks.timer(MEASURED));
        findings.add(NoiseChecks.scheduler(MEASURED));
        return findings;
    }
}
