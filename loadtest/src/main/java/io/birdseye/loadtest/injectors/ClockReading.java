package io.birdseye.loadtest.injectors;

import java.util.Comparator;
import java.util.List;

/**
 * What one ping tells of another clock, as NTP has it: the other one is read half of the round trip after the question.
 * The error is at most the other half, so of several readings the one with the shortest round trip is the best.
 *
 * @param offsetNanos how far the other clock is ahead
 * @param roundTripNanos from the question to its answer
 */
record ClockReading(long offsetNanos, long roundTripNanos) {

    /**
     * @param asked by the own clock
     * @param read by the other clock
     * @param answered by the own clock
     */
    static ClockReading of(long asked, long read, long answered) {
        long roundTrip = answered - asked;
        return new ClockReading(read - asked - roundTrip / 2, roundTrip);
    }

    /** @param readings at least one */
    static ClockReading best(List<ClockReading> readings) {
        return readings.stream().min(Comparator.comparingLong(ClockReading::roundTripNanos)).orElseThrow();
    }
}
