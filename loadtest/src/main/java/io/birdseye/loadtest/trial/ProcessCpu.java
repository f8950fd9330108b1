package io.birdseye.loadtest.trial;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The CPU time of another process: in steps of 10 ms, from the system's own table where there is one. */
final class ProcessCpu {

    /** Linux reports in this unit to every program, whatever its own tick is. */
    private static final long TICK_NANOS = 10_000_000;

    private ProcessCpu() {}

    /** All its threads, in user and in kernel mode; empty if the process has ended or the system does not tell. */
    static Optional<Duration> of(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            // The name in brackets may itself hold spaces and brackets.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            return Optional.of(Duration.ofNanos((Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_NANOS));
        } catch (IOException | RuntimeException e) {
            return ProcessHandle.of(pid).flatMap(handle -> handle.info().totalCpuDuration());
        }
    }
}
