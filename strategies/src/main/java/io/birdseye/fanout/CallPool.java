package io.birdseye.fanout;

import io.birdseye.model.CallPolicy;
import io.birdseye.model.Durations;
import io.birdseye.model.process.ServiceUse.SharedPool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The places of a {@link CallPolicy.Pool}, which all requests share. Calls get them in the order in which they came, and
 * wait until one is free, the request is given up, or the longest wait is over. A call costs some objects; one that waits
 * also an entry in the queue, and one in the JDK's timer.
 */
public final class CallPool {

    private final CallPolicy.Pool pool;
    private final AsyncBulkhead places;
    private final Concurrency.Meter used = new Concurrency.Meter();
    private final LongAdder calls = new LongAdder();
    private final LongAdder waited = new LongAdder();
    private final LongAdder gaveUp = new LongAdder();
    private final LongAdder waitedNanos = new LongAdder();
    private final LongAdder heldNanos = new LongAdder();
    private final LongAccumulator longestNanos = new LongAccumulator(Math::max, 0);

    public CallPool(CallPolicy.Pool pool) {
        this.pool = pool;
        places = new AsyncBulkhead(pool.size());
    }

    /** The pools of all calls, by name. */
    static Map<String, CallPool> of(List<Plan.GroupPlan> groups) {
        Map<String, CallPool> pools = new TreeMap<>();
        groups.stream().flatMap(group -> group.calls().stream()).flatMap(call -> call.chain().stream()).forEach(call -> {
            CallPolicy.Pool pool = call.policy().pool();
            if (pool != null) {
                pools.computeIfAbsent(pool.name(), name -> new CallPool(pool));
            }
        });
        return pools;
    }

    /**
     * Asks for a place, which has to be closed; no thread waits. Fails with an {@link UpstreamFailure} when the longest
     * wait is over, or with the cause for which the request is given up.
     */
    CompletableFuture<Place> ask(String call, Cancellation request) {
        return queued(call, request).turn;
    }

    private Place queued(String call, Cancellation request) {
        Place place = new Place(request);
        calls.increment();
        var _ = places.call(place.wait.part(), place::granted).whenComplete((ended, failure) -> {
            if (failure != null) {
                place.failed(failure);
            }
        });
        if (!place.turn.isDone()) {
            waited.increment();
            Duration longest = pool.longestWait();
            if (longest != null) {
                place.wait.of(longest, () -> new UpstreamFailure(call, UpstreamFailure.Kind.POOL, "no place in pool '"
                        + pool.name() + "' (" + pool.size() + ") within " + Durations.format(longest)));
            }
            if (place.turn.isDone()) {
                place.wait.close(); // it was granted meanwhile
            }
        }
        return place;
    }

    /** As {@link #ask}, but holds the calling thread until there is a place. */
    Place take(String call, Cancellation request) throws InterruptedException {
        Place place = queued(call, request);
        try {
            return place.turn.get();
        } catch (ExecutionException e) {
            throw TaskError.unchecked(call, Objects.requireNonNull(e.getCause()));
        } catch (InterruptedException e) {
            place.wait.part().cancel(new CancellationException("interrupted while waiting for pool '" + pool.name() + "'"));
            // Of a place that was granted at this moment.
            var _ = place.turn.thenAccept(Place::close);
            throw e;
        }
    }

    /** Since the start or the last {@link #reset}. A call counts as waiting if its place was not free when it came. */
    public SharedPool use() {
        return new SharedPool(
                pool.name(), pool.size(), used.peak(), calls.sum(), waited.sum(), gaveUp.sum(), waitedNanos.sum(),
                longestNanos.get(), heldNanos.sum());
    }

    public String name() {
        return pool.name();
    }

    public int size() {
        return pool.size();
    }

    public int running() {
        return used.running();
    }

    public int waiting() {
        return places.waiting();
    }

    public void reset() {
        used.resetPeak();
        calls.reset();
        waited.reset();
        gaveUp.reset();
        waitedNanos.reset();
        heldNanos.reset();
        longestNanos.reset();
    }

    /** A place that a call has, or waits for. */
    final class Place implements AutoCloseable {

        private final CompletableFuture<Place> turn = new CompletableFuture<>();
        private final CompletableFuture<@Nullable Void> released = new CompletableFuture<>();
        private final TimeLimit wait;
        private final long askedNanos = System.nanoTime();
        private long grantedNanos;

        Place(Cancellation request) {
            wait = new TimeLimit(request);
        }

        /** Runs at the call's turn; the place is taken until the stage has completed. */
        private CompletionStage<@Nullable Void> granted() {
            ended();
            grantedNanos = System.nanoTime();
            used.enter();
            turn.complete(this);
            return released;
        }

        private void failed(Throwable failure) {
            ended();
            gaveUp.increment();
            turn.completeExceptionally(failure);
        }

        private void ended() {
            wait.close();
            long nanos = System.nanoTime() - askedNanos;
            waitedNanos.add(nanos);
            longestNanos.accumulate(nanos);
        }

        @Override
        public void close() {
            heldNanos.add(System.nanoTime() - grantedNanos);
            used.leave();
            released.complete(null);
        }
    }
}
