package io.birdseye.loadtest;

/** One request from when it is due to its answer. Belongs to one virtual user, and so to one event loop. */
final class Visit {

    private boolean measured;
    private long dueNanos;
    private long sentNanos;

    /** @param dueNanos since the origin of the run */
    void due(boolean isMeasured, long dueNanos) {
        this.measured = isMeasured;
        this.dueNanos = dueNanos;
    }

    /** @param sentNanos since the origin of the run */
    void sent(long sentNanos) {
        this.sentNanos = sentNanos;
    }

    boolean measured() {
        return measured;
    }

    long dueNanos() {
        return dueNanos;
    }

    long sentNanos() {
        return sentNanos;
    }
}
