package io.birdseye.loadtest.generate;

import io.birdseye.loadtest.generate.Schedule.Phase;
import org.jspecify.annotations.Nullable;

/**
 * One request, from the instant at which it is due until its answer. Times are in nanoseconds from the origin of the run.
 * Not safe for use by several threads: each virtual user, or connection, has its own and uses it again.
 */
public final class RequestTiming {

    private @Nullable Phase phase;
    private long dueNanos;
    private long sentNanos;

    /** @param recordedIn null, or a phase that is not measured, for a request that is not recorded */
    public void due(@Nullable Phase recordedIn, long nanos) {
        this.phase = recordedIn != null && recordedIn.measured() ? recordedIn : null;
        this.dueNanos = nanos;
    }

    public void sent(long nanos) {
        this.sentNanos = nanos;
    }

    /** The phase to which it is counted; null if it is not recorded. */
    public @Nullable Phase phase() {
        return phase;
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
