package io.birdseye.service.overview;

import org.jspecify.annotations.Nullable;

/** Interrupts a thread while it runs one piece of work, and never afterwards: HTTP threads go on to other requests. */
final class Interruption {

    private @Nullable Thread running;

    synchronized void enter() {
        running = Thread.currentThread();
    }

    /** From here on the thread is safe; an interrupt that came too late to be noticed is forgotten. */
    @SuppressWarnings("ReturnValueIgnored") // what matters is that it clears the flag
    synchronized void leave() {
        running = null;
        Thread.interrupted();
    }

    synchronized void interrupt() {
        if (running != null) {
            running.interrupt();
        }
    }
}
