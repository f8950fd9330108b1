package io.birdseye.service.observe;

import java.util.concurrent.atomic.LongAdder;

/** How many requests for an overview came in, and what became of them. */
public final class RequestCounts {

    private final LongAdder started = new LongAdder();
    private final LongAdder finished = new LongAdder();
    private final LongAdder refused = new LongAdder();
    private final LongAdder failed = new LongAdder();

    /** A strategy took the request up. */
    public void started() {
        started.increment();
    }

    /** The strategy has come to an end with it. */
    public void ended(Outcome outcome) {
        finished.increment();
        switch (outcome) {
            case SUCCEEDED -> {}
            case REFUSED -> refused.increment();
            case FAILED -> failed.increment();
        }
    }

    /** How a strategy ended a request. */
    public enum Outcome {
        SUCCEEDED,
        /** A queue inside the strategy was full. */
        REFUSED,
        FAILED
    }

    /** There was no room for the request, so no strategy took it up. */
    public void refused() {
        refused.increment();
    }

    public long totalRefused() {
        return refused.sum();
    }

    public Snapshot snapshot() {
        // Finished first: read the other way round, a request that starts and ends in between would count as minus one.
        long ended = finished.sum();
        long begun = started.sum();
        return new Snapshot(begun, ended, refused.sum(), failed.sum(), begun - ended);
    }

    /**
     * The counts at one moment.
     *
     * @param finished with or without success
     * @param refused for lack of room, before or after a strategy took it up
     * @param failed finished without success, and not for lack of room
     */
    public record Snapshot(long started, long finished, long refused, long failed, long inProgress) {}
}
