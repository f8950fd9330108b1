package io.birdseye.model.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How often the kernel has stopped a control group, a container for example, because it had used up its share of CPU
 * time: from {@code cpu.stat} of the group that this process is in. The periods, mostly of 100 ms, are those in which
 * the group wanted to run; the time is summed over its processors.
 */
public record Throttling(long periods, long throttledPeriods, long throttledNanos) {

    /** Version 2 first; version 1 has one hierarchy for CPU, whose folder has one of two names. */
    private static final List<String> FILES = List.of("cpu.stat", "cpu/cpu.stat", "cpu,cpuacct/cpu.stat");

    /**
     * So far, from a folder like {@code /sys/fs/cgroup}; empty where the group has no bound, or the system does not
     * tell.
     */
    static Optional<Throttling> read(Path groups) {
        for (String name : FILES) {
            try {
                String stat = Files.readString(groups.resolve(name));
                Optional<Long> periods = field(stat, "nr_periods");
                if (periods.isPresent()) {
                    long nanos = field(stat, "throttled_time")
                            .or(() -> field(stat, "throttled_usec").map(micros -> micros * 1_000))
                            .orElse(0L);
                    return Optional.of(new Throttling(periods.get(), field(stat, "nr_throttled").orElse(0L), nanos));
                }
            } catch (IOException e) {
                // The next version's place.
            }
        }
        return Optional.empty();
    }

    /** What happened between an earlier moment and this one. */
    public Throttling since(Throttling earlier) {
        return new Throttling(
                periods - earlier.periods, throttledPeriods - earlier.throttledPeriods,
                throttledNanos - earlier.throttledNanos);
    }

    private static Optional<Long> field(String stat, String name) {
        Matcher line = Pattern.compile("(?m)^" + name + " (\\d+)$").matcher(stat);
        return line.find() ? Optional.of(Long.valueOf(line.group(1))) : Optional.empty();
    }
}
