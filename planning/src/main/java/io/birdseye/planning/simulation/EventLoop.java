package io.birdseye.planning.simulation;

import java.util.PriorityQueue;

/** The clock of a simulation: runs actions in the order of their time, in ms. Not thread-safe. */
final class EventLoop {

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private double now;
    private long scheduled;

    double now() {
        return now;
    }

    /** Schedules an action. Events of the same time run in the order in which they were scheduled. */
    Event after(double delayMs, Runnable action) {
        Event event = new Event(now + delayMs, scheduled++, action);
        if (event.at() < Double.POSITIVE_INFINITY) {
            events.add(event);
        }
        return event;
    }

    /** Runs all events up to the given time. */
    void run(double untilMs) {
        Event next = events.peek();
        while (next != null && next.at() <= untilMs) {
            events.poll();
            if (!next.cancelled()) {
                now = next.at();
                next.run();
            }
            next = events.peek();
        }
    }
}
