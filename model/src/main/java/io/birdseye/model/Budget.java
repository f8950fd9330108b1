package io.birdseye.model;

/**
 * What a strategy may use, over all requests: calls on the wire, combinations that run, and requests in progress,
 * running or waiting, of which the host refuses the next one. Only strategies with equal budgets can be compared:
 * nearly every published ranking breaks this rule.
 */
public record Budget(int ioConcurrency, int cpuConcurrency, int maxInFlight) {

    /** All 0: of a trial that failed before its strategy was known. */
    public static final Budget NONE = new Budget(0, 0, 0);

    /** @throws IllegalArgumentException if one of the numbers is below 1, and not all of them are 0 */
    public Budget {
        if (ioConcurrency != 0 || cpuConcurrency != 0 || maxInFlight != 0) {
            requirePositive("I/O concurrency", ioConcurrency);
            requirePositive("CPU concurrency", cpuConcurrency);
            requirePositive("max in flight", maxInFlight);
        }
    }

    private static void requirePositive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be at least 1, but is " + value);
        }
    }
}
