package io.birdseye.loadtest.foreign;

import io.birdseye.loadtest.program.ProcessStatus;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a process and all that it has started have used up to one moment, as the system sees it from outside.
 *
 * @param cpu of all threads, in steps of 10 ms
 * @param peakRssBytes the sum of the most memory that each ever held
 */
record ProcessUse(Duration cpu, int threads, long peakRssBytes) {

    /** Null where the process has ended, or this is no Linux. */
    static @Nullable ProcessUse of(long pid) {
        List<Long> family = ProcessHandle.of(pid)
                .map(process -> Stream.concat(Stream.of(process), process.descendants()).map(ProcessHandle::pid).toList())
                .orElse(List.of());
        Duration cpu = Duration.ZERO;
        int threads = 0;
        long peakRssBytes = 0;
        for (long member : family) {
            try {
                ProcessStatus status = ProcessStatus.of(member);
                cpu = cpu.plus(status.cpu());
                threads += status.threads();
                peakRssBytes += status.peakRssBytes();
            } catch (IOException e) {
                if (member == pid) {
                    return null;
                }
                // A child that came and went.
            }
        }
        return family.isEmpty() ? null : new ProcessUse(cpu, threads, peakRssBytes);
    }
}
