package io.birdseye.strategy;

import io.birdseye.fanout.Concurrency;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Durations;
import io.birdseye.model.process.ServiceUse;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The running strategies: one for each strategy and budget, started by the first request for it. Their number and the
 * sum of their threads are limited; those that have been idle for longest are closed to make room for a new one. One
 * that is down is closed, and the next request for it starts another.
 */
public final class StrategyPools implements AutoCloseable {

    private final Shape shape;
    private final int maxPools;
    private final int maxThreads;
    private final long stuckNanos;
    private final Map<Key, Pool> pools = new ConcurrentHashMap<>();
    /** Those that a request is starting at the moment; guarded by {@link #changing}. */
    private final Map<Key, CompletableFuture<@Nullable Pool>> starting = new HashMap<>();

    private final Object changing = new Object();
    private boolean closed;

    /** Threads of the pools, and of those that are being closed; guarded by {@link #changing}. */
    private int threads;

    private record Key(String strategy, Budget budget) {}

    /**
     * @param stuckAfter a strategy that has requests in flight and ends none of them for so long is said to be unable;
     *     longer than the deadline of a request
     */
    public StrategyPools(Shape shape, int maxPools, int maxThreads, Duration stuckAfter) {
        this.shape = shape;
        this.maxPools = maxPools;
        this.maxThreads = maxThreads;
        this.stuckNanos = stuckAfter.toNanos();
    }

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
        private final int threads;
        private volatile long lastUsedNanos = System.nanoTime();

        /** When a request ended, or the first one came to an idle strategy. */
        private volatile long lastProgressNanos = System.nanoTime();

        private Pool(StrategyEntry entry, Budget budget, Strategy strategy, boolean callsInTurn) {
            this.entry = entry;
            this.budget = budget;
            this.strategy = strategy;
            this.callsInTurn = callsInTurn;
            this.threads = entry.threads(budget);
        }

        public StrategyEntry entry() {
            return entry;
        }

        public Strategy strategy() {
            return strategy;
        }

        public boolean callsInTurn() {
            return callsInTurn;
        }

        /** Counts what the strategy runs at once: each of its fan-outs is given it. */
        public Concurrency concurrency() {
            return concurrency;
        }

        private Entry tryEnter() {
            lastUsedNanos = System.nanoTime();
            if (inFlight.get() == 0) {
                lastProgressNanos = lastUsedNanos;
            }
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
            lastProgressNanos = System.nanoTime();
            requests.leave();
            inFlight.decrementAndGet();
        }

        private Optional<String> unable(long stuckNanos) {
            Optional<String> down = strategy.down();
            long nanos = System.nanoTime() - lastProgressNanos;
            int waiting = inFlight.get();
            if (down.isPresent() || waiting <= 0 || nanos < stuckNanos) {
                return down;
            }
            return Optional.of("it has ended none of its " + waiting + " requests for "
                    + Durations.format(Duration.ofSeconds(TimeUnit.NANOSECONDS.toSeconds(nanos))));
        }

        /** Admits no further request. Returns false, and changes nothing, if one is in flight. */
        private boolean tryRetire() {
            return inFlight.compareAndSet(0, RETIRED);
        }

        private ServiceUse.Pool reached() {
            Concurrency.Meter io = concurrency.io();
            Concurrency.Meter cpu = concurrency.cpu();
            return new ServiceUse.Pool(
                    entry.name(), budget, new ServiceUse.Concurrency(io.peak(), cpu.peak(), requests.peak()),
                    new ServiceUse.Concurrency(io.running(), cpu.running(), requests.running()));
        }
    }

    /**
     * Admits a request to a strategy, and starts it if it does not run yet; the caller has to {@link Pool#leave} the
     * pool. Throws {@link Overloaded} if as many requests are in flight as the budget allows, or another pool finds no
     * room.
     */
    public Pool enter(StrategyEntry entry, Budget budget) {
        Key key = new Key(entry.name(), budget);
        Pool pool = pools.get(key);
        while (true) {
            if (pool != null && pool.strategy.down().isPresent()) {
                retireDown();
            } else if (pool != null) {
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

    public List<ServiceUse.Pool> reached() {
        return pools.values().stream()
                .map(Pool::reached).sorted(Comparator.comparing(ServiceUse.Pool::strategy)).toList();
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

    /** The strategies that answer no request any more, and why; empty if there are none. Quick, and on any thread. */
    public Optional<String> unable() {
        String all = pools.values().stream()
                .flatMap(pool -> pool.unable(stuckNanos)
                        .map(why -> "strategy '" + pool.entry.name() + "' with " + pool.budget + ": " + why)
                        .stream())
                .sorted().collect(Collectors.joining("; "));
        return all.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    /** Closes the strategies that are down, on a thread of its own, because that waits for threads to end. */
    public void retireDown() {
        List<Pool> down = pools.values().stream()
                .filter(pool -> pool.strategy.down().isPresent()).filter(this::remove).toList();
        if (!down.isEmpty()) {
            Thread.ofPlatform().name("closing").daemon().start(() -> down.forEach(this::close));
        }
    }

    /** Starts it, or waits for the request that does: a strategy that takes its time holds up no other one. */
    private Pool start(Key key, StrategyEntry entry) {
        int needed = entry.threads(key.budget());
        while (true) {
            Pool idle = null;
            CompletableFuture<@Nullable Pool> mine = null;
            CompletableFuture<@Nullable Pool> theirs;
            synchronized (changing) {
                if (closed) {
                    throw shuttingDown();
                }
                Pool running = pools.get(key);
                if (running != null) {
                    return running;
                }
                theirs = starting.get(key);
                if (theirs == null && pools.size() + starting.size() < maxPools && threads + needed <= maxThreads) {
                    threads += needed;
                    mine = new CompletableFuture<>();
                    starting.put(key, mine);
                } else if (theirs == null) {
                    idle = retireIdle(entry, needed);
                }
            }
            // Outside of the lock: threads are started, or waited for.
            if (mine != null) {
                return start(key, entry, mine);
            }
            if (idle != null) {
                close(idle);
            } else if (theirs != null) {
                theirs.join();
            }
        }
    }

    private Pool start(Key key, StrategyEntry entry, CompletableFuture<@Nullable Pool> promise) {
        Pool created = null;
        boolean added;
        try {
            created = create(entry, key.budget());
        } finally {
            added = started(key, entry, created);
            promise.complete(created);
        }
        if (!added) {
            close(created);
            throw shuttingDown();
        }
        return created;
    }

    /** Returns false if it must not be used: it could not be created, or all have been closed meanwhile. */
    private boolean started(Key key, StrategyEntry entry, @Nullable Pool created) {
        synchronized (changing) {
            starting.remove(key);
            if (created == null) {
                threads -= entry.threads(key.budget());
            } else if (!closed) {
                pools.put(key, created);
                return true;
            }
            return false;
        }
    }

    private static Overloaded shuttingDown() {
        return new Overloaded("the service is shutting down");
    }

    /** Returns whether the caller is the one that has to close it. */
    private boolean remove(Pool pool) {
        return pools.remove(new Key(pool.entry.name(), pool.budget), pool);
    }

    /** Closes a pool that was removed; its threads count until they have ended. */
    private void close(Pool pool) {
        try {
            pool.strategy.close();
        } finally {
            synchronized (changing) {
                threads -= pool.threads;
            }
        }
    }

    private Pool create(StrategyEntry entry, Budget budget) {
        try {
            return new Pool(entry, budget, entry.create(budget, shape), entry.topology(budget, shape).callsInTurn());
        } catch (OutOfMemoryError | RejectedExecutionException e) {
            // The JVM throws this too when the system gives it no more threads.
            throw new Overloaded("this machine has no room for the threads of strategy '" + entry.name() + "' with "
                    + budget);
        }
    }

    private Pool retireIdle(StrategyEntry forWhich, int needed) {
        return pools.values().stream()
                .sorted(Comparator.comparingLong(pool -> pool.lastUsedNanos))
                .filter(pool -> pool.tryRetire() && remove(pool))
                .findFirst()
                .orElseThrow(() -> new Overloaded(pools.size() + starting.size() >= maxPools
                        ? maxPools + " strategies with different budgets are busy, and no more may run at once"
                        : "strategy '" + forWhich.name() + "' would have " + needed + " threads beside the " + threads
                                + " of the others, and " + maxThreads + " are allowed"));
    }

    @Override
    public void close() {
        List<Pool> all;
        synchronized (changing) {
            closed = true;
            all = pools.values().stream().filter(this::remove).toList();
        }
        all.forEach(this::close);
    }
}
