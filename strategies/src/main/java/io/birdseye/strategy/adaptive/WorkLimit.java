package io.birdseye.strategy.adaptive;

/**
 * Finds how many requests may be in progress from how long they take. A request that waits in a queue takes longer than
 * one that does not, so the number of queued requests is about {@code inProgress × (1 − noLoad / taken)}, where
 * {@code noLoad} is the time that a request takes without load. The limit grows while this number is small, and shrinks
 * while it is large. This is the rule of TCP Vegas (L. Brakmo and L. Peterson, 1995), which Netflix's
 * concurrency-limits library applies to servers.
 *
 * <p>The known weakness of the rule: if the time without load is measured under load it is too long, and the limit
 * grows without end. Three measures prevent that. The time is measured again in each window that had few requests in
 * progress. Under lasting load the limit is halved from time to time until the queue has drained, and the time is
 * measured then, as BBR does with the round-trip time (N. Cardwell et al., 2016). And the limit has an upper bound.
 *
 * <p>It has no clock and no thread: its decisions depend only on the calls of its methods.
 */
final class WorkLimit {

    /** The limit is adjusted after this many requests, or after as many as the limit, if that is more. */
    private static final int WINDOW = 20;

    /** The time without load is measured again after this many windows under load. */
    private static final int PROBE_EVERY = 40;

    private static final int PROBE_SOON = 5;

    /** The limit grows if a smaller share than this of the requests in progress is queued. */
    private static final double FEW = 0.2;

    /** The limit shrinks if a larger share than this is queued. */
    private static final double MANY = 0.4;

    /** The factor by which the time without load may grow from one probe to the next. */
    private static final double DRIFT = 1.25;

    private enum Probe {
        NONE,
        /** At most half of the limit are admitted, until only so many are in progress. */
        DRAINING,
        MEASURING
    }

    private final int min;
    private final int max;
    private double limit;
    private int inProgress;
    private Probe probe = Probe.NONE;
    private int windowsUntilProbe = 2;
    private long noLoadNanos = Long.MAX_VALUE;

    private int samples;
    private long sumNanos;
    private long leastNanos = Long.MAX_VALUE;
    private long sumInProgress;
    private int peak;

    WorkLimit(int min, int start, int max) {
        if (min < 1 || start < min || max < start) {
            throw new IllegalArgumentException(
                    "a limit needs 1 <= min <= start <= max, but they are " + min + ", " + start + ", " + max);
        }
        this.min = min;
        this.max = max;
        this.limit = start;
    }

    /** Admits a request, or returns false if the limit is reached. */
    synchronized boolean tryEnter() {
        if (inProgress >= current()) {
            return false;
        }
        inProgress++;
        peak = Math.max(peak, inProgress);
        return true;
    }

    /** Ends a request whose duration must not be counted: it failed, or its client has left. */
    synchronized void leave() {
        inProgress--;
        if (probe == Probe.DRAINING && inProgress <= current()) {
            probe = Probe.MEASURING;
            restartWindow();
        }
    }

    /** Ends a request; to be called when all its tasks have ended. */
    synchronized void leave(long takenNanos) {
        samples++;
        sumNanos += takenNanos;
        leastNanos = Math.min(leastNanos, takenNanos);
        sumInProgress += inProgress;
        leave();
        if (samples >= Math.max(WINDOW, (int) limit)) {
            endWindow();
        }
    }

    synchronized int current() {
        return probe == Probe.NONE ? (int) limit : Math.max(min, (int) limit / 2);
    }

    synchronized int inProgress() {
        return inProgress;
    }

    private void endWindow() {
        switch (probe) {
            case NONE -> {
                noLoadNanos = peak <= min ? leastNanos : Math.min(noLoadNanos, leastNanos);
                boolean full = peak >= (int) limit;
                adjust();
                if (full && --windowsUntilProbe <= 0) {
                    probe = Probe.DRAINING;
                }
            }
            case DRAINING -> {}
            case MEASURING -> {
                // A longer time means a slower upstream, or a queue that half of the limit has not drained. The time is
                // therefore raised step by step. If it was a queue, the limit shrinks meanwhile and the queue drains.
                long believable = (long) (DRIFT * noLoadNanos);
                windowsUntilProbe = leastNanos > believable ? PROBE_SOON : PROBE_EVERY;
                noLoadNanos = Math.min(leastNanos, believable);
                probe = Probe.NONE;
            }
        }
        restartWindow();
    }

    private void adjust() {
        double atOnce = (double) sumInProgress / samples;
        double queued = atOnce * (1 - (double) noLoadNanos * samples / sumNanos);
        double step = Math.max(1, limit / 10);
        if (queued > MANY * atOnce) {
            limit = Math.max(min, limit - step);
        } else if (queued < FEW * atOnce && peak >= (int) limit) {
            limit = Math.min(max, limit + step);
        }
    }

    private void restartWindow() {
        samples = 0;
        sumNanos = 0;
        leastNanos = Long.MAX_VALUE;
        sumInProgress = 0;
        peak = inProgress;
    }
}
