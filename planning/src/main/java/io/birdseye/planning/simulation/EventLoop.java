package io.birdseye.planning.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.PriorityQueue;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The clock of a simulation: runs actions in the order of their time, in ms. Not thread-safe. No library: ADR 33. */
final class EventLoop {

    /** Work in progress that can be cancelled. Cancelling it twice, or after its end, has no effect. */
    interface Cancellable {

        /** Work that has not started. */
        Cancellable NOTHING = () -> {};

        void cancel();
    }

    /** An action that is due at a value of some clock, unless it is cancelled first. Those of the same value keep their order. */
    static final class Event implements Comparable<Event>, Cancellable {

        final double at;
        private final long sequence;
        private final Runnable action;
        private boolean cancelled;

        Event(double at, long sequence, Runnable action) {
            this.at = at;
            this.sequence = sequence;
            this.action = action;
        }

        void run() {
            action.run();
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public int compareTo(Event other) {
            return at < other.at ? -1 : at > other.at ? 1 : Long.compare(sequence, other.sequence);
        }
    }

    /** Events that are due at once are in order by themselves, and so are deadlines, most of which are cancelled: no heap need sort them. */
    private final Deque<Event> atOnce = new ArrayDeque<>();
    private final Deque<Event> deadlines = new ArrayDeque<>();
    private final Queue<Event> others = new PriorityQueue<>();
    private double now;
    private long scheduled;

    double now() {
        return now;
    }

    /** Schedules an action. Events of the same time run in the order in which they were scheduled. */
    Event after(double delayMs, Runnable action) {
        Event event = new Event(now + delayMs, scheduled++, action);
        if (event.at < Double.POSITIVE_INFINITY) {
            Deque<Event> sorted = delayMs == 0 ? atOnce : deadlines;
            (sorted.isEmpty() || event.at >= sorted.getLast().at ? sorted : others).add(event);
        }
        return event;
    }

    void run(double untilMs) {
        for (Event next = poll(untilMs); next != null; next = poll(untilMs)) {
            if (!next.cancelled) {
                now = next.at;
                next.run();
            }
        }
    }

    private @Nullable Event poll(double untilMs) {
        Queue<Event> from = earlier(earlier(atOnce, deadlines), others);
        Event first = from.peek();
        return first == null || first.at > untilMs ? null : from.poll();
    }

    private static Queue<Event> earlier(Queue<Event> one, Queue<Event> other) {
        Event first = one.peek();
        Event second = other.peek();
        return second == null || first != null && first.compareTo(second) < 0 ? one : other;
    }
}
