package io.birdseye.loadtest.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The time of all processors since the machine was started, in ticks, from the first line of {@code /proc/stat}: user,
 * nice, system, idle, iowait, irq, softirq, steal.
 *
 * @param all in which the processors worked, waited or were kept away
 * @param stolen in which they had work, but a hypervisor ran another machine
 */
public record MachineTime(long all, long stolen) {

    private static final int STEAL = 7;

    /** Empty where the system does not tell. */
    public static Optional<MachineTime> now() {
        return read(Path.of("/proc/stat"));
    }

    static Optional<MachineTime> read(Path stat) {
        try (Stream<String> lines = Files.lines(stat)) {
            return lines.findFirst().filter(line -> line.startsWith("cpu ")).map(MachineTime::parse);
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static MachineTime parse(String line) {
        long[] ticks = Arrays.stream(line.strip().split("\\s+")).skip(1).limit(STEAL + 1L)
                .mapToLong(Long::parseLong)
                .toArray();
        // Kernels before 2.6.11 did not count it.
        return new MachineTime(Arrays.stream(ticks).sum(), ticks.length > STEAL ? ticks[STEAL] : 0);
    }

    /** The share of the time since then that was stolen. */
    public double stolenShareSince(MachineTime earlier) {
        return (double) (stolen - earlier.stolen) / Math.max(1, all - earlier.all);
    }
}
