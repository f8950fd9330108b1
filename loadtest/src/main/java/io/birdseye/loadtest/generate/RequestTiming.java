package io.birdseye.loadtest.generate;

import org.jspecify.annotations.Nullable;

/** One request, in ns from the origin of the run. Its phase is null if it is not recorded; sent is 0 until it is. */
public record RequestTiming(Schedule.@Nullable Phase phase, long dueNanos, long sentNanos) {

    /** A request that is to be sent. It is recorded if the phase is measured. */
    public static RequestTiming due(Schedule.@Nullable Phase phase, long nanos) {
        return new RequestTiming(phase != null && phase.measured() ? phase : null, nanos, 0);
    }

    public RequestTiming sent(long nanos) {
        return new RequestTiming(phase, dueNanos, nanos);
    }

    public long startLagMicros() {
        return micros(sentNanos - dueNanos);
    }

    public long responseMicros(long answeredNanos) {
        return micros(answeredNanos - dueNanos);
    }

    public long serviceMicros(long answeredNanos) {
        return micros(answeredNanos - sentNanos);
    }

    private static long micros(long nanos) {
        return Math.max(0, nanos) / 1_000;
    }
}
