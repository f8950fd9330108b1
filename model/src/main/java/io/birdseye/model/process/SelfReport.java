package io.birdseye.model.process;

import io.birdseye.model.Machine;
import java.time.Duration;
import java.util.Optional;

/**
 * What a program tells of itself and of the machine beneath it, for whoever measures it from another machine and cannot
 * read its {@code /proc}. Costs a small file for each of its threads and each process that it sees.
 *
 * @param cpuNanos CPU time of all its threads
 * @param sample of the machine; the program counts as Birdseye's, all others of the machine do not
 * @param waited how long its threads have waited for a processor
 * @param machineProcessors how many processors the machine has; the program may be kept to fewer of them
 * @param allowedProcessors on how many of them it may run: fewer than the machine has where a container is pinned
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
