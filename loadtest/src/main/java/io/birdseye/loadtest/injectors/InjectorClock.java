package io.birdseye.loadtest.injectors;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * The time of day of one process, in nanoseconds since 1970. It is read from the system once, and goes on with the
 * monotonic clock: a clock that is set while a load runs moves nothing.
 */
final class InjectorClock {

    /**
     * What one ping tells of another clock, as NTP has it: the other one is read half of the round trip after the question.
     * The error is at most the other half, so of several readings the one with the shortest round trip is the best.
     */
    record Reading(long offsetNanos, long roundTripNanos) {

        /** The other clock was read between two moments of the own one. */
        static Reading of(long asked, long read, long answered) {
            long roundTrip = answered - asked;
            return new Reading(read - asked - roundTrip / 2, roundTrip);
        }

        static Reading best(List<Reading> readings) {
            return readings.stream().min(Comparator.comparingLong(Reading::roundTripNanos)).orElseThrow();
        }
    }

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
