package io.birdseye.strategy;

import org.jspecify.annotations.Nullable;

/**
 * Interrupts the thread that created it until its work ends, and never later: it then serves other requests. For hosts
 * of {@link Strategy.Blocking} strategies.
 */
public final class Interruption {

    private @Nullable Thread running = Thread.currentThread();

    /** Interrupts the thread if its work has not ended. */
    public synchronized void interrupt() {
        if (running != null) {
            running.interrupt();
        }
    }

    /** The work has ended. Called on the thread itself; clears an interrupt that came too late to be noticed. */
    @SuppressWarnings("ReturnValueIgnored") // the call clears the flag
    public synchronized void end() {
        running = null;
        Thread.interrupted();
    }
}
