package io.birdseye.loadtest.campaign;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets this thread take back what it has done when the JVM is ended: it is interrupted, so its {@code finally} blocks
 * run, and the JVM waits for it. Without this, Ctrl-C would leave a mounted disk or a frozen process.
 */
final class Unwinding implements AutoCloseable {

    private final Thread worker = Thread.currentThread();
    private final CountDownLatch over = new CountDownLatch(1);
    private final Thread hook = new Thread(this::end, "birdseye-unwinding");
    private final Duration most;

    /** @param most how long the JVM waits */
    Unwinding(Duration most) {
        this.most = most;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Interrupts the thread, and waits until it has closed this. */
    void end() {
        worker.interrupt();
        try {
            boolean _ = over.await(most.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        over.countDown();
        try {
            boolean _ = Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is being ended: the hook runs.
        }
    }
}
