package io.birdseye.service.overview;

import io.birdseye.model.Budget;

/**
 * What a request may ask for.
 *
 * @param defaultBudget for a request that names no pool sizes
 * @param maxIo the largest I/O concurrency
 * @param maxCpu the largest CPU concurrency
 * @param maxInFlight the largest number of requests in flight
 * @param httpThreads the pool size of strategies that were published to run on HTTP threads
 * @param memorySizes the sizes of the shared lists
 */
public record RequestLimits(
        Budget defaultBudget, int maxIo, int maxCpu, int maxInFlight, int httpThreads, MemorySizes memorySizes) {

    public RequestLimits {
        requireWithin("default I/O concurrency", defaultBudget.ioConcurrency(), maxIo);
        requireWithin("default CPU concurrency", defaultBudget.cpuConcurrency(), maxCpu);
        requireWithin("default max in flight", defaultBudget.maxInFlight(), maxInFlight);
    }

    private static void requireWithin(String what, int value, int max) {
        if (value > max) {
            throw new IllegalArgumentException(what + " of " + value + " is above its maximum of " + max);
        }
    }
}
