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
 * Lets only so many non-blocking calls be under way at a time and starts the others in the order in which they came,
 * each when an earlier one has ended. No thread waits: a call that cannot start yet costs one queue entry, and is
 * started by the thread that brings the end of another.
 *
 * <p>An entry whose request is given up leaves at once. Its place in the queue stays behind as an empty shell, because
 * to search for it would cost more than to skip it; shells are swept out when they outnumber the living.
 *
 * <p>The counterpart of {@link Bulkhead} for calls that hold no thread.
 */
public final class AsyncBulkhead {

    private final ReentrantLock lock = new ReentrantLock();
    private final Queue<Entry<?>> waiting = new ArrayDeque<>();
    private int free;
    private int shells;

    public AsyncBulkhead(int concurrency) {
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1, but is " + concurrency);
        }
        this.free = concurrency;
    }

    /**
     * Starts the call as soon as there is room for it: now and on this thread, or later and on the thread that ends
     * another call.
     *
     * @param request the request that the call belongs to; when it is given up, a call that has not started never will
     * @param call must not block
     * @return completes as the call does, after its room has been given to the next one
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

    /** Calls that wait for room. */
    public int waiting() {
        lock.lock();
        try {
            return waiting.size() - shells;
        } finally {
            lock.unlock();
        }
    }

    /** Places taken in the queue, by calls that wait and by shells. */
    int places() {
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

    /** Hands the room of a call that has ended to the next one alive, or keeps it free. */
    private @Nullable Entry<?> next() {
        lock.lock();
        try {
            for (Entry<?> entry = waiting.poll(); entry != null; entry = waiting.poll()) {
                if (entry.state == State.WAITING) {
                    entry.state = State.STARTED;
                    return entry;
                }
                shells--;
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

        /** Returns whether the call ended before its start did; then the caller has the room to give away. */
        boolean start() {
            deregister();
            starter = Thread.currentThread();
            boolean[] endedHere = new boolean[1];
            CompletionStage<T> stage;
            try {
                stage = call.get();
            } catch (Throwable e) {
                result.completeExceptionally(e);
                return true;
            }
            var ignored = stage.whenComplete((value, failure) -> {
                if (Thread.currentThread().equals(starter)) {
                    endedHere[0] = true;
                } else {
                    // The next call first: whatever hangs on this result must not keep the wire idle.
                    Entry<?> next = next();
                    if (next != null) {
                        runFrom(next);
                    }
                }
                complete(value, failure);
            });
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
                shells++;
                if (shells > waiting.size() / 2) {
                    waiting.removeIf(entry -> entry.state == State.ABANDONED);
                    shells = 0;
                }
            } finally {
                lock.unlock();
            }
            RuntimeException reason = request.cause();
            result.completeExceptionally(
                    reason != null ? reason : new IllegalStateException("abandoned without a reason"));
        }

        /** Without the lock: whoever has started the entry under it has seen all that was ever registered. */
        private void deregister() {
            Cancellation.Registration mine = registration;
            if (mine != null) {
                mine.close();
            }
        }
    }
}
