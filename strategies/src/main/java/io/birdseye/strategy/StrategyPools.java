package io.birdseye.strategy;

import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * The running strategies: one for each strategy and budget, started by the first request for it. Their number is
 * limited; the one that has been idle for longest is closed to make room for a new one.
 */
public final class StrategyPools implements AutoCloseable {

    private final Shape shape;
    private final int maxPools;
    private final Map<Key, Pool> pools = new ConcurrentHashMap<>();
    private final Object changing = new Object();
    private boolean closed;

    private record Key(String strategy, Budget budget) {}

    /**
     * @param shape of all fan-outs
     * @param maxPools how many strategies with different budgets may run at once
     */
    public StrategyPools(Shape shape, int maxPools) {
        this.shape = shape;
        this.maxPools = maxPools;
    }

    /** What became of a request that asked a pool for a place. */
    private enum Entry {
        ADMITTED,
        FULL,
        RETIRED
    }

    /** A running strategy, the concurrency that it reached, and how many requests are in flight. */
    public static final class Pool {

        private static final int RETIRED = -1;

        private final StrategyEntry entry;
        private final Strategy strategy;
        private final boolean callsInTurn;
        private final Concurrency concurrency = new Concurrency();
        private final Budget budget;
        private final Concurrency.Meter requests = new Concurrency.Meter();
        // One value, so that a pool is at every moment open or retired: never closed to requests without saying so.
        private final AtomicInteger inFlight = new AtomicInteger();
        private volatile long lastUsedNanos = System.nanoTime();

        private Pool(StrategyEntry entry, Budget budget, Strategy strategy, boolean callsInTurn) {
            this.entry = entry;
            this.budget = budget;
            this.strategy = strategy;
            this.callsInTurn = callsInTurn;
        }

        public StrategyEntry entry() {
            return entry;
        }

        public Strategy strategy() {
            return strategy;
        }

        /** Whether the calls of a request follow one another. */
        public boolean callsInTurn() {
            return callsInTurn;
        }

        /** Counts what the strategy runs at once: each of its fan-outs is given it. */
        public Concurrency concurrency() {
            return concurrency;
        }

        private Entry tryEnter() {
            lastUsedNanos = System.nanoTime();
            int before = inFlight.getAndUpdate(now -> now == RETIRED || now == budget.maxInFlight() ? now : now + 1);
            if (before == RETIRED) {
                return Entry.RETIRED;
            }
            if (before == budget.maxInFlight()) {
                return Entry.FULL;
            }
            requests.enter();
            return Entry.ADMITTED;
        }

        /** Gives the place of one request back: when its work has ended, not when its client was answered. */
        public void leave() {
            requests.leave();
            inFlight.decrementAndGet();
        }

        /** Admits no further request. Returns false, and changes nothing, if one is in flight. */
        private boolean tryRetire() {
            return inFlight.compareAndSet(0, RETIRED);
        }

        private Reached reached() {
            Concurrency.Meter io = concurrency.io();
            Concurrency.Meter cpu = concurrency.cpu();
            return new Reached(
                    entry.name(), budget.ioConcurrency(), budget.cpuConcurrency(), budget.maxInFlight(), io.peak(), cpu.peak(), requests.peak(),
                    io.running(), cpu.running(), requests.running());
        }
    }

    /**
     * The concurrency that a running strategy has reached, beside its budget.
     *
     * @param ioConcurrency of the budget, as are {@code cpuConcurrency} and {@code maxInFlight}
     * @param ioPeak the most calls on the wire at once since the last reset; {@code cpuPeak} is the same for
     *     combinations, {@code inFlightPeak} for requests
     * @param ioRunning calls on the wire now; {@code cpuRunning} and {@code inProgress} likewise
     */
    public record Reached(
            String strategy, int ioConcurrency, int cpuConcurrency, int maxInFlight, int ioPeak, int cpuPeak, int inFlightPeak,
            int ioRunning, int cpuRunning, int inProgress) {}

    /**
     * Admits a request to a strategy, and starts the strategy if it does not run yet.
     *
     * @return a pool that the caller has to {@link Pool#leave}
     * @throws Overloaded if as many requests are in flight as the budget allows, or there is no room for another pool
     */
    public Pool enter(StrategyEntry entry, Budget budget) {
        Key key = new Key(entry.name(), budget);
        Pool pool = pools.get(key);
        while (true) {
            if (pool != null) {
                switch (pool.tryEnter()) {
                    case ADMITTED -> {
                        return pool;
                    }
                    case FULL -> throw new Overloaded("strategy '" + entry.name() + "' has " + budget.maxInFlight()
                            + " requests in flight, as many as its budget allows");
                    case RETIRED -> {}
                }
            }
            pool = start(key, entry);
        }
    }

    public List<Reached> reached() {
        return pools.values().stream()
                .map(Pool::reached)
                .sorted(Comparator.comparing(Reached::strategy))
                .toList();
    }

    /** Requests in progress, by strategy, over all budgets. */
    public Map<String, Integer> inProgress() {
        return pools.values().stream()
                .collect(Collectors.toMap(pool -> pool.entry.name(), pool -> pool.requests.running(), Integer::sum));
    }

    public void resetPeaks() {
        for (Pool pool : pools.values()) {
            pool.concurrency.io().resetPeak();
            pool.concurrency.cpu().resetPeak();
            pool.requests.resetPeak();
        }
    }

    private Pool start(Key key, StrategyEntry entry) {
        Optional<Pool> retired = Optional.empty();
        try {
            synchronized (changing) {
                if (closed) {
                    throw new Overloaded("the service is shutting down");
                }
                if (pools.size() >= maxPools && !pools.containsKey(key)) {
                    retired = Optional.of(retireIdle());
                }
                return pools.computeIfAbsent(key, absent -> create(entry, key.budget()));
            }
        } finally {
            // Outside of the lock, because it waits for threads to end.
            retired.ifPresent(pool -> pool.strategy.close());
        }
    }

    private Pool create(StrategyEntry entry, Budget budget) {
        try {
            return new Pool(entry, budget, entry.create(budget, shape), entry.topology(budget, shape).callsInTurn());
        } catch (OutOfMemoryError e) {
            // The JVM throws this too when the system gives it no more threads.
            throw new Overloaded("this machine has no room for the threads of strategy '" + entry.name() + "' with "
                    + budget);
        }
    }

    private Pool retireIdle() {
        Pool idle = pools.values().stream()
                .sorted(Comparator.comparingLong(pool -> pool.lastUsedNanos))
                .filter(Pool::tryRetire)
                .findFirst()
                .orElseThrow(() -> new Overloaded(
                        maxPools + " strategies with different budgets are busy, and no more may run at once"));
        pools.remove(new Key(idle.entry.name(), idle.budget));
        return idle;
    }

    /** Ends the threads of all strategies, also of those that are working. */
    @Override
    public void close() {
        List<Pool> all;
        synchronized (changing) {
            closed = true;
            all = List.copyOf(pools.values());
            pools.clear();
        }
        all.forEach(pool -> pool.strategy.close());
    }
}
