package io.birdseye.planning.simulation;

/**
 * An action that is due at a value of some clock, unless it is cancelled first. Those of the same value keep their
 * order.
 */
final class Event implements Comparable<Event>, Cancellable {

    private final double at;
    private final long sequence;
    private final Runnable action;
    private boolean cancelled;

    Event(double at, long sequence, Runnable action) {
        this.at = at;
        this.sequence = sequence;
        this.action = action;
    }

    double at() {
        return at;
    }

    boolean cancelled() {
        return cancelled;
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
