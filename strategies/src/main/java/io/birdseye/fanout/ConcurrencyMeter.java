package io.birdseye.fanout;

import java.util.concurrent.atomic.AtomicInteger;

/** Counts how many tasks or requests of a kind run at this moment, and the most that ever did. */
public final class ConcurrencyMeter {

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

    /** The most that ran at once since the start or the last {@link #resetPeak()}. */
    public int peak() {
        return peak.get();
    }

    public void resetPeak() {
        peak.set(running.get());
    }
}
