package io.birdseye.loadtest.generate;

import java.util.concurrent.atomic.AtomicIntegerArray;

/** Counts right answers by the instant at which they came, in slots of 10 ms. Safe for use by many threads. */
public final class AnswerCounter {

    private static final long SLOT_NANOS = 10_000_000;

    private final AtomicIntegerArray slots;

    /** @param spanNanos later answers are not counted */
    public AnswerCounter(long spanNanos) {
        slots = new AtomicIntegerArray(Math.toIntExact(spanNanos / SLOT_NANOS + 1));
    }

    /** @param nanos from the origin of the run */
    public void answered(long nanos) {
        long slot = nanos / SLOT_NANOS;
        if (nanos >= 0 && slot < slots.length()) {
            slots.incrementAndGet((int) slot);
        }
    }

    /** Answers from {@code from} on and before {@code to}, both rounded to a slot. */
    public long between(long fromNanos, long toNanos) {
        long count = 0;
        int end = (int) Math.min(slots.length(), Math.round((double) toNanos / SLOT_NANOS));
        for (int i = (int) Math.round((double) fromNanos / SLOT_NANOS); i < end; i++) {
            count += slots.get(i);
        }
        return count;
    }
}
