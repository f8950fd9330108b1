package io.birdseye.cli.doctor;

import io.birdseye.loadtest.program.MachineTime;
import io.birdseye.model.MachineLimits;
import java.time.Duration;
import java.util.ArrayList;
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
        List<Finding> findings = new ArrayList<>(List.of(
                MachineChecks.cores(Runtime.getRuntime().availableProcessors()),
                MachineChecks.jdk(Runtime.version().feature(), System.getProperty("java.vm.name", "unknown")),
                MachineChecks.collector(jvmFlags),
                MachineChecks.memory(limits.memoryBytes()),
                MachineChecks.cpuQuota(limits.cpuQuota()),
                MachineChecks.descriptors(limits.descriptors())));
        findings.addAll(NoiseChecks.otherLoad(processors, sample));
        findings.add(NoiseChecks.timer(MEASURED));
        findings.add(NoiseChecks.scheduler(MEASURED));
        return findings;
    }
}
