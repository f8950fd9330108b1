package io.birdseye.planning.simulation;

import java.util.PriorityQueue;

/** The clock of a simulation: runs actions in the order of their time, in ms. Not thread-safe. */
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
            int byTime = Double.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private double now;
    private long scheduled;

    double now() {
        return now;
    }

    /** Schedules an action. Events of the same time run in the order in which they were scheduled. */
    Event after(double delayMs, Runnable action) {
        Event event = new Event(now + delayMs, scheduled++, action);
        if (event.at < Double.POSITIVE_INFINITY) {
            events.add(event);
        }
        return event;
    }

    void run(double untilMs) {
        for (Event next = events.peek(); next != null && next.at <= untilMs; next = events.peek()) {
            events.poll();
            if (!next.cancelled) {
                now = next.at;
                next.run();
            }
        }
    }
}
