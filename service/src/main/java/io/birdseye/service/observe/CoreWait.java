package io.birdseye.service.observe;

import io.birdseye.model.process.RunQueueWait;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How long the threads of this process, also those that have ended, could run and waited for a core. */
final class CoreWait {

    private final long pid = ProcessHandle.current().pid();
    private final Map<String, Long> nanosByThread = new HashMap<>();
    private long endedNanos;

    /** Since the process started; 0 where the system does not tell. Opens a small file for each thread. */
    synchronized double seconds() {
        RunQueueWait.of(pid).ifPresent(now -> now.nanosByThread().forEach((thread, nanos) -> {
            Long before = nanosByThread.put(thread, nanos);
            // The system gives the number of a thread that has ended to another.
            endedNanos += before != null && before > nanos ? before : 0;
        }));
        long live = nanosByThread.values().stream().mapToLong(Long::longValue).sum();
        return (double) (live + endedNanos) / TimeUnit.SECONDS.toNanos(1);
    }
}
