package io.birdseye.fanout;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Measures the concurrency of a strategy, so that it can be compared with the budget: calls on the wire, and running
 * combinations. The join only copies bytes and is not counted.
 */
public record Concurrency(Meter io, Meter cpu) {

    public Concurrency() {
        this(new Meter(), new Meter());
    }

    /** Counts the tasks or requests of one kind that run now, and the maximum so far. */
    public static final class Meter {

        private final AtomicInteger running = new AtomicInteger();
        private final AtomicInteger peak = new AtomicInteger();

        public void enter() {
            int now = running.incrementAndGet();
            if (now > peak.get()) {
                peak.accumulateAndGet(now, Math::max);
            }
        }

        public void leave() {
            running.decrementAndGet();
        }

        public int running() {
            return running.get();
        }

        /** The maximum that ran at once since the start or the last {@link #resetPeak()}. */
        public int peak() {
            return peak.get();
        }

        public void resetPeak() {
            peak.set(running.get());
        }
    }
}
