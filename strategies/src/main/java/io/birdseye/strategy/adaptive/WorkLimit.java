package io.birdseye.strategy.adaptive;

/**
 * How many requests may be in progress, found by what they take. A request that queues inside takes longer than one
 * that does not; from that the number of those that queue follows: {@code inProgress × (1 − noLoad / taken)}. While it
 * is small the limit grows, when it is large the limit shrinks. The rule is that of TCP Vegas (L. Brakmo and L.
 * Peterson, 1995), as Netflix's concurrency-limits library brought it to servers.
 *
 * <p>The rule's known weakness is the time without load: measured under load it is too long, and the limit then creeps
 * up for ever. Three things hold against that. A window in which few requests were in progress measures it anew. Under
 * lasting load the limit is halved now and then until the queue has drained, and it is measured then, as BBR does with
 * its round-trip time (N. Cardwell et al., 2016). And there is a bound that the limit never passes.
 *
 * <p>It has no clock and no thread: what it decides follows from the calls alone.
 */
final class WorkLimit {

    /** Requests after which the limit is looked at; as many as the limit, where that is more. */
    private static final int WINDOW = 20;

    /** Windows under load after which the time without load is measured anew. */
    private static final int PROBE_EVERY = 40;

    private static final int PROBE_SOON = 5;

    /** Shares of the requests in progress that may queue: the limit grows below the one, and shrinks above the other. */
    private static final double FEW = 0.2;

    private static final double MANY = 0.4;

    /** How much longer the time without load may have become between two probes. */
    private static final double DRIFT = 1.25;

    private enum Probe {
        NONE,
        /** No more than half of the limit are let in, until the others have left. */
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

    /**
     * @param min the limit never falls below it
     * @param start from min to max
     * @param max nor rises above it
     */
    WorkLimit(int min, int start, int max) {
        if (min < 1 || start < min || max < start) {
            throw new IllegalArgumentException(
                    "a limit needs 1 <= min <= start <= max, but they are " + min + ", " + start + ", " + max);
        }
        this.min = min;
        this.max = max;
        this.limit = start;
    }

    /** Takes a place, or returns false: there is none. */
    synchronized boolean tryEnter() {
        if (inProgress >= current()) {
            return false;
        }
        inProgress++;
        peak = Math.max(peak, inProgress);
        return true;
    }

    /** Gives the place back, of a request whose time tells nothing: it failed, or its client has left. */
    synchronized void leave() {
        inProgress--;
        if (probe == Probe.DRAINING && inProgress <= current()) {
            probe = Probe.MEASURING;
            restartWindow();
        }
    }

    /** Gives the place back when all work of the request has ended, and not before. */
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

    /** How many requests are let in at once now. */
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
                // A queue that half the limit has not drained looks like a slower upstream. It is believed bit by bit,
                // and the limit shrinks meanwhile: with a queue it wins that race, with a slower upstream it loses it.
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
