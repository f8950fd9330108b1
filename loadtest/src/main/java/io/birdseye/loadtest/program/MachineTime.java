package io.birdseye.loadtest.program;

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
 * @param all the whole time
 * @param idle in which the processors had no work, or waited for a disk
 * @param stolen in which they had work, but a hypervisor ran another machine
 */
public record MachineTime(long all, long idle, long stolen) {

    private static final int IDLE = 3;
    private static final int DISK = 4;
    private static final int STEAL = 7;

    /** Empty where the system does not tell. */
    public static Optional<MachineTime> now() {
        return read(Path.of("/proc/stat"));
    }

    /** From a file of that form; empty if it has another one. */
    public static Optional<MachineTime> read(Path stat) {
        try (Stream<String> lines = Files.lines(stat)) {
            return lines.findFirst().filter(line -> line.startsWith("cpu ")).map(MachineTime::parse);
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    private static MachineTime parse(String line) {
        long[] found = Arrays.stream(line.strip().split("\\s+")).skip(1).limit(STEAL + 1L)
                .mapToLong(Long::parseLong)
                .toArray();
        // Old kernels do not count them all.
        long[] ticks = Arrays.copyOf(found, STEAL + 1);
        return new MachineTime(Arrays.stream(ticks).sum(), ticks[IDLE] + ticks[DISK], ticks[STEAL]);
    }

    /** The share of the time since then that was stolen. */
    public double stolenShareSince(MachineTime earlier) {
        return (double) (stolen - earlier.stolen) / span(earlier);
    }

    /** The share of the time since then in which the processors worked for this machine. */
    public double busyShareSince(MachineTime earlier) {
        return 1 - (double) (idle - earlier.idle + stolen - earlier.stolen) / span(earlier);
    }

    private long span(MachineTime earlier) {
        return Math.max(1, all - earlier.all);
    }
}
