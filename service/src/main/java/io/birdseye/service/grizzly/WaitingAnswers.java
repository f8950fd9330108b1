package io.birdseye.service.grizzly;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Answers that their clients have not taken yet. They wait in the queues of their connections, and hold memory but no
 * thread. A connection is closed if its answer is not taken in time; if all answers together hold too much, those that
 * have waited longest are closed.
 */
final class WaitingAnswers {

    private static final long LOOK_MILLIS = 50;
    private static final long POLL_MILLIS = 10;

    private final long maxBytes;

    /** Until when the client may take its last answer; the one that has waited longest first. */
    private final SequencedMap<NIOConnection, Long> untilNanos = new LinkedHashMap<>();

    /** At least what they hold: what a client has taken since is still counted. */
    private long counted;

    WaitingAnswers(long maxBytes, ScheduledExecutorService timer) {
        this.maxBytes = maxBytes;
        var _ = timer.scheduleWithFixedDelay(this::closeLate, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** An answer has been written, and its client may take it for so long. */
    void add(NIOConnection connection, Duration time) {
        int bytes = connection.getAsyncWriteQueue().spaceInBytes();
        if (bytes > 0) {
            tooMany(connection, bytes, System.nanoTime() + time.toNanos()).forEach(NIOConnection::terminateSilently);
        }
    }

    private synchronized List<NIOConnection> tooMany(NIOConnection added, int bytes, long until) {
        untilNanos.put(added, until);
        counted += bytes;
        List<NIOConnection> closed = new ArrayList<>();
        if (counted > maxBytes) {
            recount();
            for (NIOConnection oldest : List.copyOf(untilNanos.keySet())) {
                if (counted <= maxBytes || oldest.equals(added)) {
                    break;
                }
                counted -= oldest.getAsyncWriteQueue().spaceInBytes();
                untilNanos.remove(oldest);
                closed.add(oldest);
            }
        }
        return closed;
    }

    private void closeLate() {
        List<NIOConnection> late;
        synchronized (this) {
            long now = System.nanoTime();
            recount();
            late = untilNanos.entrySet().stream()
                    .filter(waits -> now - waits.getValue() > 0)
                    .map(Map.Entry::getKey)
                    .toList();
            late.forEach(untilNanos::remove);
        }
        late.forEach(NIOConnection::terminateSilently);
    }

    private void recount() {
        untilNanos.keySet().removeIf(waits -> !waits.isOpen() || waits.getAsyncWriteQueue().spaceInBytes() == 0);
        counted = untilNanos.keySet().stream().mapToLong(waits -> waits.getAsyncWriteQueue().spaceInBytes()).sum();
    }

    /** Waits until all of them have been taken; returns false if that takes longer. */
    boolean awaitEmpty(long until) throws InterruptedException {
        while (!isEmpty() && System.nanoTime() < until) {
            Thread.sleep(POLL_MILLIS);
        }
        return isEmpty();
    }

    private synchronized boolean isEmpty() {
        recount();
        return untilNanos.isEmpty();
    }
}
