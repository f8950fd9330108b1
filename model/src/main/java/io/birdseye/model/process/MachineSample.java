package io.birdseye.model.process;

import io.birdseye.model.ParentProcess;
import io.birdseye.model.SystemFile;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the machine has done up to one moment. Two samples tell what happened between them. What the system does not
 * tell is empty: everything outside Linux, pressure on kernels before 4.20 or without it. A sample reads one small file
 * for each process.
 *
 * @param ownTicks CPU time of Birdseye's own programs, in ticks of 10 ms; those that have ended are included
 * @param stalledMicros how long at least one thread of the machine waited for a processor while it could run: pressure
 *     stall information, {@code some} of {@code /proc/pressure/cpu}
 * @param throttling of the control group that this process is in
 */
public record MachineSample(
        long nanos, Optional<MachineTime> time, OptionalLong ownTicks, OptionalLong stalledMicros,
        Optional<Throttling> throttling) {

    /** Of this machine. Its own programs are this one, the one that started it, and all that they have started. */
    public static MachineSample now() {
        long root = Long.getLong(ParentProcess.PROPERTY, ProcessHandle.current().pid());
        return read(Path.of("/proc"), Path.of("/sys/fs/cgroup"), root, System.nanoTime());
    }

    /** From folders like {@code /proc} and {@code /sys/fs/cgroup}; the root has started all of Birdseye's processes. */
    static MachineSample read(Path proc, Path groups, long root, long nanos) {
        return new MachineSample(
                nanos, MachineTime.read(proc), ProcessFamily.ticks(proc, root),
                SystemFile.number(proc.resolve("pressure/cpu"), "^some .*total=(\\d+)"), Throttling.read(groups));
    }

    /**
     * What happened between two samples, as shares of the processors' time that other programs and a hypervisor took,
     * and of the time in which at least one thread, of whatever program, waited for a processor. Null where the system
     * does not tell; throttling also where the control group has no bound.
     */
    public record Shares(
            @Nullable Double others, @Nullable Double stolen, @Nullable Double pressure, @Nullable Throttling throttling) {}

    public Shares since(MachineSample earlier) {
        MachineTime now = time.orElse(null);
        MachineTime then = earlier.time.orElse(null);
        Double stolen = null;
        Double others = null;
        if (now != null && then != null) {
            double all = Math.max(1, now.all() - then.all());
            stolen = (now.stolen() - then.stolen()) / all;
            if (ownTicks.isPresent() && earlier.ownTicks.isPresent()) {
                long own = ownTicks.getAsLong() - earlier.ownTicks.getAsLong();
                // The kernel counts by sampling here and exactly there, so the difference may fall below zero.
                others = Math.max(0, (now.programs() - then.programs() - own) / all);
            }
        }
        Double pressure = stalledMicros.isEmpty() || earlier.stalledMicros.isEmpty()
                ? null
                : Math.min(1, (stalledMicros.getAsLong() - earlier.stalledMicros.getAsLong()) * 1e3
                        / Math.max(1, nanos - earlier.nanos));
        Throttling throttled = throttling.flatMap(latest -> earlier.throttling.map(latest::since)).orElse(null);
        return new Shares(others, stolen, pressure, throttled);
    }
}
