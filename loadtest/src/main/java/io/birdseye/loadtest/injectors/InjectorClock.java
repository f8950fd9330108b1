package io.birdseye.loadtest.injectors;

import java.time.Duration;
import java.time.Instant;

/**
 * The time of day of one process, in nanoseconds since 1970. It is read from the system once, and goes on with the
 * monotonic clock: a clock that is set while a load runs moves nothing.
 */
final class InjectorClock {

    private final long nanoTime = System.nanoTime();
    private final long epochNanos;

    /** @param ahead how far this clock is ahead of the system's; other than zero in tests only */
    InjectorClock(Duration ahead) {
        Instant now = Instant.now();
        epochNanos = now.getEpochSecond() * 1_000_000_000L + now.getNano() + ahead.toNanos();
    }

    long epochNanos() {
        return epochNanos + System.nanoTime() - nanoTime;
    }

    /** That moment by {@link System#nanoTime}. */
    long nanoTime(long moment) {
        return moment - epochNanos + nanoTime;
    }
}
