package io.birdseye.service.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread will do in its own time and tells nobody. */
public final class Await {

    /** For a hang only: on a busy machine all takes long. */
    public static final Duration LONG = Duration.ofSeconds(60);

    private Await() {}

    public static void until(String what, BooleanSupplier condition) {
        until(what, LONG, condition);
    }

    public static void until(String what, Duration atMost, BooleanSupplier condition) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("waited in vain until " + what);
            }
            LockSupport.parkNanos(5_000_000);
        }
    }
}
