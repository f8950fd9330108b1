package io.birdseye.model.process;

import io.birdseye.model.SystemFile;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * How long each thread of a process has waited for a processor while it could run, from
 * {@code /proc/<pid>/task/<tid>/schedstat}. The file of the process itself tells of its first thread only. Costs one
 * small file for each thread.
 */
public record RunQueueWait(Map<String, Long> nanosByThread) {

    public RunQueueWait {
        nanosByThread = Map.copyOf(nanosByThread);
    }

    /** Up to now; empty where the process has ended, or the system does not tell. */
    public static Optional<RunQueueWait> of(long pid) {
        return read(Path.of("/proc"), pid);
    }

    /** From a folder like {@code /proc}. */
    static Optional<RunQueueWait> read(Path proc, long pid) {
        Map<String, Long> found = new HashMap<>();
        // Time on a processor, time of waiting for one, and how often it got one.
        SystemFile.ofThreads(proc.resolve(Long.toString(pid)), "schedstat").forEach((thread, figures) ->
                found.put(thread, Long.parseLong(figures.strip().split(" ")[1])));
        return found.isEmpty() ? Optional.empty() : Optional.of(new RunQueueWait(found));
    }

    /** How long all threads together have waited since then; without those that have ended meanwhile. */
    public long nanosSince(RunQueueWait earlier) {
        return nanosByThread.entrySet().stream()
                .mapToLong(thread -> thread.getValue()
                        - earlier.nanosByThread.getOrDefault(thread.getKey(), 0L))
                .sum();
    }
}
