package io.birdseye.service.pools;

import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.ConcurrencyMeter;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyEntry;
import java.util.concurrent.Semaphore;

/** A running strategy with its budget, the concurrency it has reached, and a permit for each request in progress. */
final class StrategyPool {

    private final StrategyEntry entry;
    private final Budget budget;
    private final Strategy strategy;
    private final Concurrency concurrency = new Concurrency();
    private final ConcurrencyMeter requests = new ConcurrencyMeter();
    private final Semaphore permits;
    private volatile boolean retired;
    private volatile long lastUsedNanos = System.nanoTime();

    StrategyPool(StrategyEntry entry, Budget budget, Strategy strategy) {
        this.entry = entry;
        this.budget = budget;
        this.strategy = strategy;
        this.permits = new Semaphore(budget.maxInFlight());
    }

    StrategyEntry entry() {
        return entry;
    }

    Budget budget() {
        return budget;
    }

    Strategy strategy() {
        return strategy;
    }

    Concurrency concurrency() {
        return concurrency;
    }

    /** Requests in progress, running or waiting: what the queue bound counts. */
    ConcurrencyMeter requests() {
        return requests;
    }

    long lastUsedNanos() {
        return lastUsedNanos;
    }

    boolean retired() {
        return retired;
    }

    /** Takes a permit, or returns false: the pool is full or retired. */
    boolean tryAdmit() {
        lastUsedNanos = System.nanoTime();
        if (permits.tryAcquire()) {
            requests.enter();
            return true;
        }
        return false;
    }

    void release() {
        requests.leave();
        permits.release();
    }

    int inProgress() {
        return budget.maxInFlight() - permits.availablePermits();
    }

    /** Takes all permits for good, so that no request can get in any more; false if a request is in progress. */
    boolean tryRetire() {
        if (permits.tryAcquire(budget.maxInFlight())) {
            retired = true;
            return true;
        }
        return false;
    }

    void close() {
        strategy.close();
    }
}
