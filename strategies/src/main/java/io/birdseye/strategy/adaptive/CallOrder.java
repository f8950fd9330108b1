package io.birdseye.strategy.adaptive;

/**
 * Whether the calls of a request are worth being made in parallel. What that saves is their sum less the longest of
 * them; what it costs are hand-offs, and calls that compete with those of other requests. It has to save a fifth of what
 * a request takes one thing after another; below a tenth, the calls are made in turn.
 *
 * <p>The two shares are apart so that a load between them does not make it waver. Both orders measure the same figure,
 * so neither has to be tried out while the other is in use.
 */
final class CallOrder {

    private static final double WORTH_IT = 0.2;
    private static final double NOT_WORTH_IT = 0.1;

    /** Of the newest request in the mean; some forty requests carry nine tenths of it. */
    private static final double WEIGHT = 1 / 16.0;

    private double saved = 1;
    private boolean parallel = true;

    synchronized boolean inParallel() {
        return parallel;
    }

    /**
     * @param sumNanos what the calls took together
     * @param longestNanos what the longest of them took
     * @param computedNanos what the combinations took together
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
