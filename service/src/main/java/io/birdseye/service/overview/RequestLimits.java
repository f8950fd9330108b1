package io.birdseye.service.overview;

import io.birdseye.model.Budget;

/** What a request may ask for. The HTTP threads are the pool of strategies that were published to run on them. */
public record RequestLimits(
        Budget defaultBudget, int maxIo, int maxCpu, int maxInFlight, int httpThreads, int maxThreads,
        MemorySizes memorySizes) {

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
