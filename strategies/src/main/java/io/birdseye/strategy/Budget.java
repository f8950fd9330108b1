package io.birdseye.strategy;

/**
 * What a strategy may use. Only strategies with equal budgets can be compared: nearly every published ranking breaks
 * this rule.
 *
 * @param ioConcurrency how many calls may be on the wire at once, over all requests
 * @param cpuConcurrency how many combinations may run at once, over all requests
 * @param queueBound how many requests may be in progress at once, running or waiting; the host refuses the next one
 */
public record Budget(int ioConcurrency, int cpuConcurrency, int queueBound) {

    public Budget {
        requirePositive("I/O concurrency", ioConcurrency);
        requirePositive("CPU concurrency", cpuConcurrency);
        requirePositive("queue bound", queueBound);
    }

    private static void requirePositive(String what, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(what + " must be at least 1, but is " + value);
        }
    }
}
