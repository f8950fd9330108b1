package io.birdseye.strategy;

import io.birdseye.fanout.Cancellation;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the number of non-blocking calls in progress. Further calls wait in a queue and start in the order in which
 * they came, each when an earlier call has ended. No thread waits: a queued call costs one queue entry, and the thread
 * that ends another call starts it.
 *
 * <p>If the request of a queued call is given up, the call fails at once. Its entry stays in the queue as a tombstone,
 * because searching for it would cost more than skipping it later. When more than half of the entries are tombstones,
 * they are removed.
 *
 * <p>The counterpart of {@link Bulkhead} for calls that hold no thread.
 */
public final class AsyncBulkhead {

    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Entry<?>> waiting = new ArrayDeque<>();
    private int free;
    private int tombstones;

    public AsyncBulkhead(int concurrency) {
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1, but is " + concurrency);
        }
        this.free = concurrency;
    }

    /**
     * Starts the call as soon as the bound allows: now on this thread, or later on the thread that ends another call.
     *
     * @param request the request of the call; if it is given up before the call has started, the call never starts
     * @param call must not block
     * @return completes as the call does, after the next call has been started
     */
    public <T> CompletableFuture<T> call(Cancellation request, Supplier<? extends CompletionStage<T>> call) {
        RuntimeException gone = request.cause();
        if (gone != null) {
            return CompletableFuture.failedFuture(gone);
        }
        Entry<T> entry = new Entry<>(call);
        if (admitOrEnqueue(entry)) {
            runFrom(entry);
        } else {
            entry.abandonWith(request);
        }
        return entry.result;
    }

    /** The number of calls that wait. */
    public int waiting() {
        lock.lock();
        try {
            return waiting.size() - tombstones;
        } finally {
            lock.unlock();
        }
    }

    /** Entries in the queue: calls that wait, and tombstones. */
    int entries() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    private boolean admitOrEnqueue(Entry<?> entry) {
        lock.lock();
        try {
            if (free > 0) {
                free--;
                entry.state = State.STARTED;
                return true;
            }
            waiting.add(entry);
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Called when a call has ended: returns the next call to start, or null if none waits. */
    private @Nullable Entry<?> next() {
        lock.lock();
        try {
            for (Entry<?> entry = waiting.poll(); entry != null; entry = waiting.poll()) {
                if (entry.state == State.WAITING) {
                    entry.state = State.STARTED;
                    return entry;
                }
                tombstones--;
            }
            free++;
            return null;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Starts a call, and as long as calls end before their start returns, the next. A loop and not a recursion:
     * thousands of calls that fail at once must not end in a stack overflow.
     */
    private void runFrom(Entry<?> first) {
        for (Entry<?> entry = first; entry != null; ) {
            entry = entry.start() ? next() : null;
        }
    }

    private enum State {
        WAITING,
        STARTED,
        ABANDONED
    }

    private final class Entry<T> {

        final CompletableFuture<T> result = new CompletableFuture<>();
        private final Supplier<? extends CompletionStage<T>> call;
        private State state = State.WAITING; // guarded by the bulkhead's lock
        private Cancellation.@Nullable Registration registration; // likewise while it waits
        private volatile @Nullable Thread starter;

        Entry(Supplier<? extends CompletionStage<T>> call) {
            this.call = call;
        }

        /** Returns whether the call has ended already; then the caller has to start the next one. */
        boolean start() {
            deregister();
            starter = Thread.currentThread();
            boolean[] endedHere = new boolean[1];
            try {
                var ignored = call.get().whenComplete((value, failure) -> {
                    try {
                        if (Thread.currentThread().equals(starter)) {
                            endedHere[0] = true;
                        } else {
                            // The next call first: the actions that depend on this result may take long.
                            Entry<?> next = next();
                            if (next != null) {
                                runFrom(next);
                            }
                        }
                    } finally {
                        complete(value, failure);
                    }
                });
            } catch (Throwable e) {
                result.completeExceptionally(e);
                return true;
            }
            starter = null;
            return endedHere[0];
        }

        private void complete(T value, @Nullable Throwable failure) {
            if (failure == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(failure);
            }
        }

        void abandonWith(Cancellation request) {
            Cancellation.Registration mine = request.onCancel(() -> abandon(request));
            lock.lock();
            try {
                if (state == State.WAITING) {
                    registration = mine;
                    return;
                }
            } finally {
                lock.unlock();
            }
            mine.close();
        }

        private void abandon(Cancellation request) {
            lock.lock();
            try {
                if (state != State.WAITING) {
                    return;
                }
                state = State.ABANDONED;
                tombstones++;
                if (tombstones > waiting.size() / 2) {
                    waiting.removeIf(entry -> entry.state == State.ABANDONED);
                    tombstones = 0;
                }
            } finally {
                lock.unlock();
            }
            RuntimeException reason = request.cause();
            result.completeExceptionally(
                    reason != null ? reason : new IllegalStateException("abandoned without a reason"));
        }

        /** Needs no lock: the registration is written only while the entry waits, and now it has been started. */
        private void deregister() {
            Cancellation.Registration mine = registration;
            if (mine != null) {
                mine.close();
            }
        }
    }
}
