package io.birdseye.service.pools;

import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.ConcurrencyMeter;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Overloaded;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * The strategies that are running: one for each name and budget that has been asked for, started by the first request
 * for it. Only so many live at once; the one that has been idle longest makes room for a new one.
 */
public final class StrategyPools implements AutoCloseable {

    private final Shape shape;
    private final int maxPools;
    private final Map<Key, StrategyPool> pools = new ConcurrentHashMap<>();
    private final Object changing = new Object();
    private boolean closed;

    private record Key(String strategy, Budget budget) {}

    public StrategyPools(Shape shape, int maxPools) {
        this.shape = shape;
        this.maxPools = maxPools;
    }

    /** A place in a strategy. To be given back when the work has ended, not when the client was answered. */
    public static final class Lease implements AutoCloseable {

        private final StrategyPool pool;
        private final AtomicBoolean released = new AtomicBoolean();

        private Lease(StrategyPool pool) {
            this.pool = pool;
        }

        public Strategy strategy() {
            return pool.strategy();
        }

        public Concurrency concurrency() {
            return pool.concurrency();
        }

        /** Gives the place back; only the first time counts. */
        @Override
        public void close() {
            if (released.compareAndSet(false, true)) {
                pool.release();
            }
        }
    }

    /** The concurrency that a running strategy has reached and the requests that it has, beside its budget. */
    public record Reached(String strategy, Budget budget, Concurrency concurrency, ConcurrencyMeter requests) {}

    /**
     * Takes a place in a strategy, and starts the strategy if it does not run yet.
     *
     * @throws Overloaded if as many requests are in progress as the budget allows, or no room for another pool
     */
    public Lease enter(StrategyEntry entry, Budget budget) {
        Key key = new Key(entry.name(), budget);
        StrategyPool pool = pools.get(key);
        while (true) {
            if (pool == null) {
                pool = start(key, entry);
            }
            if (pool.tryAdmit()) {
                return new Lease(pool);
            }
            if (!pool.retired()) {
                throw new Overloaded("strategy '" + entry.name() + "' has " + budget.maxInFlight()
                        + " requests in progress, as many as its budget allows");
            }
            pool = null;
        }
    }

    public List<Reached> reached() {
        return pools.values().stream()
                .map(pool -> new Reached(pool.entry().name(), pool.budget(), pool.concurrency(), pool.requests()))
                .sorted(Comparator.comparing(Reached::strategy))
                .toList();
    }

    /** Requests in progress, by strategy, whatever their budgets. */
    public Map<String, Integer> inProgress() {
        return pools.values().stream()
                .collect(Collectors.toMap(pool -> pool.entry().name(), StrategyPool::inProgress, Integer::sum));
    }

    public void resetPeaks() {
        for (StrategyPool pool : pools.values()) {
            pool.concurrency().io().resetPeak();
            pool.concurrency().cpu().resetPeak();
            pool.requests().resetPeak();
        }
    }

    private StrategyPool start(Key key, StrategyEntry entry) {
        Optional<StrategyPool> retired = Optional.empty();
        try {
            synchronized (changing) {
                if (closed) {
                    throw new Overloaded("the service is shutting down");
                }
                StrategyPool other = pools.get(key);
                if (other != null) {
                    return other;
                }
                if (pools.size() >= maxPools) {
                    retired = Optional.of(retireIdle());
                }
                StrategyPool pool = new StrategyPool(entry, key.budget(), create(entry, key.budget()));
                pools.put(key, pool);
                return pool;
            }
        } finally {
            // Joins threads, which takes its time; nobody else need wait for that.
            retired.ifPresent(StrategyPool::close);
        }
    }

    private Strategy create(StrategyEntry entry, Budget budget) {
        try {
            return entry.create(budget, shape);
        } catch (OutOfMemoryError e) {
            // What the JVM throws when the system gives it no more threads.
            throw new Overloaded("this machine has no room for the threads of strategy '" + entry.name() + "' with "
                    + budget);
        }
    }

    private StrategyPool retireIdle() {
        List<StrategyPool> byAge = pools.values().stream()
                .sorted(Comparator.comparingLong(StrategyPool::lastUsedNanos))
                .toList();
        for (StrategyPool pool : byAge) {
            if (pool.tryRetire()) {
                pools.remove(new Key(pool.entry().name(), pool.budget()));
                return pool;
            }
        }
        throw new Overloaded(maxPools + " strategies with different budgets are busy, and no more may run at once");
    }

    /** Ends the threads of all strategies, whether or not they are at work. */
    @Override
    public void close() {
        List<StrategyPool> all;
        synchronized (changing) {
            closed = true;
            all = List.copyOf(pools.values());
            pools.clear();
        }
        all.forEach(StrategyPool::close);
    }
}
