package io.birdseye.loadtest.generate;

/**
 * One request, from the instant at which it is due until its answer. Times are in nanoseconds from the origin of the run.
 * Not safe for use by several threads: each virtual user, or connection, has its own and uses it again.
 */
public final class RequestTiming {

    private boolean measured;
    private long dueNanos;
    private long sentNanos;

    /** @param isMeasured whether the request is recorded */
    public void due(boolean isMeasured, long nanos) {
        this.measured = isMeasured;
        this.dueNanos = nanos;
    }

    public void sent(long nanos) {
        this.sentNanos = nanos;
    }

    public boolean measured() {
        return measured;
    }

    public long dueNanos() {
        return dueNanos;
    }

    public long sentNanos() {
        return sentNanos;
    }

    /** From when it was due until it was sent. */
    public long startLagMicros() {
        return micros(sentNanos - dueNanos);
    }

    /** From when it was due until its answer. */
    public long responseMicros(long answeredNanos) {
        return micros(answeredNanos - dueNanos);
    }

    /** From when it was sent until its answer. */
    public long serviceMicros(long answeredNanos) {
        return micros(answeredNanos - sentNanos);
    }

    private static long micros(long nanos) {
        return Math.max(0, nanos) / 1_000;
    }
}
