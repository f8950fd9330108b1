package io.birdseye.service.overview;

import io.birdseye.model.Budget;

/**
 * What budgets may be asked for.
 *
 * @param byDefault where nothing is asked for
 * @param maxIo the largest I/O concurrency
 * @param maxCpu the largest CPU concurrency
 * @param maxQueue the largest queue bound
 * @param httpThreads the bound of strategies that run on HTTP threads as published
 */
public record BudgetLimits(Budget byDefault, int maxIo, int maxCpu, int maxQueue, int httpThreads) {

    public BudgetLimits {
        requireWithin("default I/O concurrency", byDefault.ioConcurrency(), maxIo);
        requireWithin("default CPU concurrency", byDefault.cpuConcurrency(), maxCpu);
        requireWithin("default queue bound", byDefault.maxInFlight(), maxQueue);
    }

    private static void requireWithin(String what, int value, int max) {
        if (value > max) {
            throw new IllegalArgumentException(what + " of " + value + " is above its maximum of " + max);
        }
    }
}
