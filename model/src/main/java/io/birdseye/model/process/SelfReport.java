package io.birdseye.model.process;

import io.birdseye.model.Machine;
import java.time.Duration;
import java.util.Optional;

/**
 * What a program tells of itself and of the machine beneath it, for whoever measures it from another machine. In the
 * sample the program counts as Birdseye's, all others do not. It may run on fewer processors than the machine has
 * where a container is pinned. Costs a small file for each of its threads and each process that it sees.
 */
public record SelfReport(
        long cpuNanos, MachineSample sample, Optional<RunQueueWait> waited, Machine machine, int machineProcessors,
        int allowedProcessors) {

    /** Of this JVM. */
    public static SelfReport now() {
        long pid = ProcessHandle.current().pid();
        MachineTime.Processors processors = MachineTime.processors();
        return new SelfReport(
                ProcessHandle.current().info().totalCpuDuration().map(Duration::toNanos).orElse(0L),
                MachineSample.now(), RunQueueWait.of(pid), Machine.here(), processors.all(), processors.allowed());
    }

    /** Whether it is kept to some of the machine's processors, as a kubelet's static CPU manager does. */
    public boolean pinned() {
        return allowedProcessors > 0 && allowedProcessors < machineProcessors;
    }
}
