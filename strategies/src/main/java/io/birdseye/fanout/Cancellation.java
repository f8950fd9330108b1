package io.birdseye.fanout;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Tells that a request has been given up, and why: the first failure, the deadline, or a client that has left. The
 * first cause is kept; later failures are added to it as suppressed exceptions. Safe for use by many threads.
 */
public final class Cancellation {

    private Set<Runnable> aborts = new HashSet<>();
    private @Nullable RuntimeException cause;

    /**
     * Gives up the request: runs all that is registered with {@link #onCancel}, once, on the calling thread. Needs
     * next to no memory, because the reason may be that there is none.
     */
    public void cancel(RuntimeException reason) {
        Set<Runnable> toRun;
        synchronized (this) {
            if (cause != null) {
                if (cause != reason) {
                    cause.addSuppressed(reason);
                }
                return;
            }
            cause = reason;
            toRun = aborts;
            aborts = Set.of();
        }
        for (Runnable abort : toRun) {
            try {
                abort.run();
            } catch (RuntimeException | Error e) {
                // One that fails must not keep the others from being run.
                reason.addSuppressed(e);
            }
        }
    }

    public synchronized @Nullable RuntimeException cause() {
        return cause;
    }

    public boolean isCancelled() {
        return cause() != null;
    }

    public void throwIfCancelled() {
        RuntimeException reason = cause();
        if (reason != null) {
            throw reason;
        }
    }

    /**
     * Registers an action that runs when the request is given up, or at once if it was given up already. It must be
     * quick and must not throw. After it has run, ending the registration does nothing.
     */
    public Registration onCancel(Runnable abort) {
        synchronized (this) {
            if (cause == null) {
                aborts.add(abort);
                return () -> {
                    synchronized (this) {
                        if (cause == null) {
                            aborts.remove(abort);
                        }
                    }
                };
            }
        }
        abort.run();
        return () -> {};
    }

    @FunctionalInterface
    public interface Registration extends AutoCloseable {
        @Override
        void close();
    }
}
