package io.birdseye.fanout;

import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.SequencedSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the number of non-blocking calls in progress. Further calls wait in a queue and start in the order in which
 * they came, each when an earlier call has ended. No thread waits: a queued call costs one queue entry, and the thread
 * that ends another call starts it. If the request of a queued call is given up, the call fails at once.
 *
 * <p>The counterpart of {@code Bulkhead} for calls that hold no thread.
 */
public final class AsyncBulkhead {

    /** A set, so that a call that is given up need not be searched for. */
    private final SequencedSet<Entry<?>> waiting = new LinkedHashSet<>();

    private int free;

    public AsyncBulkhead(int concurrency) {
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1, but is " + concurrency);
        }
        this.free = concurrency;
    }

    /**
     * Starts the call, which must not block, as soon as the bound allows: now on this thread, or later on the thread
     * that ends another call; never, if its request is given up before. Completes as the call does, after the next has
     * started.
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
            // If another thread has started it meanwhile, the registration stays until the request ends, and does nothing.
            entry.registration = request.onCancel(() -> {
                if (remove(entry)) {
                    entry.result.completeExceptionally(Objects.requireNonNull(request.cause()));
                }
            });
        }
        return entry.result;
    }

    public synchronized int waiting() {
        return waiting.size();
    }

    private synchronized boolean admitOrEnqueue(Entry<?> entry) {
        if (free > 0) {
            free--;
            return true;
        }
        waiting.add(entry);
        return false;
    }

    private synchronized boolean remove(Entry<?> entry) {
        return waiting.remove(entry);
    }

    /** Called when a call has ended: returns the next call to start, or null if none waits. */
    private synchronized @Nullable Entry<?> next() {
        if (waiting.isEmpty()) {
            free++;
            return null;
        }
        return waiting.removeFirst();
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

    private final class Entry<T> {

        final CompletableFuture<T> result = new CompletableFuture<>();
        private final Supplier<? extends CompletionStage<T>> call;
        private volatile Cancellation.@Nullable Registration registration;
        private volatile @Nullable Thread starter;

        Entry(Supplier<? extends CompletionStage<T>> call) {
            this.call = call;
        }

        /** Returns whether the call has ended already; then the caller has to start the next one. */
        boolean start() {
            Cancellation.Registration mine = registration;
            if (mine != null) {
                mine.close();
            }
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
    }
}
