package io.birdseye.service.grizzly;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.grizzly.Grizzly;
import org.glassfish.grizzly.attributes.Attribute;
import org.glassfish.grizzly.nio.NIOConnection;

/**
 * Answers that their clients have not taken yet. They wait in the queues of their connections, and hold memory but no
 * thread. A connection is closed if its answer is not taken in time; if all answers together hold too much, those that
 * have waited longest are closed.
 */
final class WaitingAnswers {

    /** How many answers a connection has got. */
    private static final Attribute<AtomicInteger> ANSWERS = Grizzly.DEFAULT_ATTRIBUTE_BUILDER.createAttribute(
            WaitingAnswers.class.getName(), () -> new AtomicInteger());

    private static final long POLL_MILLIS = 10;

    private final long mostBytes;
    private final ScheduledExecutorService timer;

    /** The one that has waited longest first. */
    private final Set<NIOConnection> connections = new LinkedHashSet<>();

    /** At least what they hold: what a client has taken since is still counted. */
    private long counted;

    WaitingAnswers(long mostBytes, ScheduledExecutorService timer) {
        this.mostBytes = mostBytes;
        this.timer = timer;
    }

    /** An answer has been written, and its client may take it for so long. */
    void add(NIOConnection connection, Duration time) {
        int answer = ANSWERS.get(connection).incrementAndGet();
        int bytes = connection.getAsyncWriteQueue().spaceInBytes();
        if (bytes == 0) {
            return;
        }
        tooMany(connection, bytes).forEach(NIOConnection::terminateSilently);
        var _ = timer.schedule(
                () -> {
                    // If another answer is behind this one, that one is looked at when its own time has passed.
                    if (ANSWERS.get(connection).get() == answer) {
                        forget(connection);
                        if (waits(connection)) {
                            connection.terminateSilently();
                        }
                    }
                },
                time.toNanos(), TimeUnit.NANOSECONDS);
    }

    private synchronized List<NIOConnection> tooMany(NIOConnection added, int bytes) {
        connections.add(added);
        counted += bytes;
        List<NIOConnection> closed = new ArrayList<>();
        if (counted > mostBytes) {
            recount();
            for (NIOConnection oldest : List.copyOf(connections)) {
                if (counted <= mostBytes || oldest == added) {
                    break;
                }
                counted -= oldest.getAsyncWriteQueue().spaceInBytes();
                connections.remove(oldest);
                closed.add(oldest);
            }
        }
        return closed;
    }

    private void recount() {
        connections.removeIf(connection -> !waits(connection));
        counted = connections.stream()
                .mapToLong(connection -> connection.getAsyncWriteQueue().spaceInBytes())
                .sum();
    }

    private synchronized void forget(NIOConnection connection) {
        connections.remove(connection);
    }

    private static boolean waits(NIOConnection connection) {
        return connection.isOpen() && connection.getAsyncWriteQueue().spaceInBytes() > 0;
    }

    /** Waits until all of them have been taken; returns false if that takes longer. */
    boolean awaitEmpty(long untilNanos) throws InterruptedException {
        while (!isEmpty() && System.nanoTime() < untilNanos) {
            Thread.sleep(POLL_MILLIS);
        }
        return isEmpty();
    }

    private synchronized boolean isEmpty() {
        recount();
        return connections.isEmpty();
    }
}
