package io.birdseye.strategy.adaptive;

/**
 * Decides whether the calls of a request are made in parallel or in turn. In parallel saves the sum of the calls minus
 * the longest of them; it costs hand-offs between threads, and the calls compete with those of other requests. Calls
 * are made in parallel if that saves a fifth of the time that all tasks of a request take in turn, and in turn again if
 * it saves less than a tenth.
 *
 * <p>The two thresholds differ so that the order does not change all the time under a load between them. The saving can
 * be computed from the measurements of either order, so the other order need not be tried.
 */
final class CallOrder {

    private static final double WORTH_IT = 0.2;
    private static final double NOT_WORTH_IT = 0.1;

    /** The weight of the newest request in the moving average; the last 36 requests have nine tenths of the weight. */
    private static final double WEIGHT = 1 / 16.0;

    private double saved = 1;
    private boolean parallel = true;

    synchronized boolean inParallel() {
        return parallel;
    }

    /**
     * @param sumNanos the sum of the calls' durations
     * @param longestNanos the duration of the longest call
     * @param computedNanos the sum of the combinations' durations
     */
    synchronized void note(long sumNanos, long longestNanos, long computedNanos) {
        long whole = sumNanos + computedNanos;
        if (whole <= 0) {
            return;
        }
        saved += WEIGHT * ((double) (sumNanos - longestNanos) / whole - saved);
        parallel = parallel ? saved >= NOT_WORTH_IT : saved > WORTH_IT;
    }
}
