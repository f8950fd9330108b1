package io.birdseye.model;

/**
 * What a strategy may use. Only strategies with equal budgets can be compared: nearly every published ranking breaks
 * this rule.
 *
 * @param ioConcurrency how many calls may be on the wire at once, over all requests
 * @param cpuConcurrency how many combinations may run at once, over all requests
 * @param maxInFlight how many requests may be in progress at once, running or waiting; the host refuses the next one
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
