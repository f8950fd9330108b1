package io.birdseye.service.server;

import io.birdseye.fanout.Cancellation;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request from its arrival to its answer. It may be given up in between, by its deadline or because its client
 * has left; whoever is in charge of it at that moment is told, once.
 */
public final class Exchange {

    /** The request property under which resources find their exchange. */
    public static final String PROPERTY = Exchange.class.getName();

    private final long arrivedNanos = System.nanoTime();
    private final Cancellation cancellation = new Cancellation();
    private volatile long takenUpNanos;
    private volatile @Nullable String strategy;
    private @Nullable Consumer<RuntimeException> owner;
    private @Nullable RuntimeException givenUp;
    private boolean finished;
    private int answeredStatus;

    /** Ends the work of this request. */
    public Cancellation cancellation() {
        return cancellation;
    }

    public long nanosSinceArrival() {
        return System.nanoTime() - arrivedNanos;
    }

    /** How long the request waited for an HTTP thread. */
    public long dispatchNanos() {
        return Math.max(0, takenUpNanos - arrivedNanos);
    }

    /** Whether an HTTP thread took the request up, or it was refused or given up before. */
    public boolean reachedThread() {
        return takenUpNanos != 0;
    }

    void takenUp() {
        takenUpNanos = System.nanoTime();
    }

    /** The strategy that serves it, once that is known to exist. */
    public @Nullable String strategy() {
        return strategy;
    }

    public void strategy(String name) {
        strategy = name;
    }

    /**
     * Takes charge of the request.
     *
     * @param onGivenUp told the reason if it is given up; called at once if it already is. Must be quick
     */
    public void own(Consumer<RuntimeException> onGivenUp) {
        RuntimeException reason;
        synchronized (this) {
            owner = onGivenUp;
            reason = givenUp;
        }
        if (reason != null) {
            onGivenUp.accept(reason);
        }
    }

    /** Gives the request up: what it has on the wire is aborted, and its owner is told. */
    void giveUp(RuntimeException reason) {
        Consumer<RuntimeException> toTell;
        synchronized (this) {
            if (givenUp != null || finished || answeredStatus != 0) {
                return;
            }
            givenUp = reason;
            toTell = owner;
        }
        cancellation.cancel(reason);
        if (toTell != null) {
            toTell.accept(reason);
        }
    }

    /** The answer is on its way: from here on nothing can go wrong with the request but its transport. */
    public synchronized void answering(int status) {
        answeredStatus = status;
    }

    /** The status that it was answered with, or the other one if it was not. */
    synchronized int statusOr(int unanswered) {
        return answeredStatus == 0 ? unanswered : answeredStatus;
    }

    /** The answer has been written, or never will be. False if that was known already. */
    synchronized boolean finish() {
        boolean first = !finished;
        finished = true;
        owner = null;
        return first;
    }
}
