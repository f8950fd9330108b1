package io.birdseye.fanout;

import io.birdseye.model.CallPolicy;
import io.birdseye.model.Durations;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One call of one request, made as its {@link CallPolicy} says: perhaps not at all, with a place in its pool, and again
 * where an attempt failed in a way that may pass. Only the last attempt's failure leaves it.
 */
final class CallByPolicy {

    private final Plan.CallPlan call;
    private final CallPolicy policy;
    private final @Nullable CallPool pool;
    private final Upstream upstream;
    private final Cancellation request;
    private final Concurrency.Meter wire;

    // One thread at a time writes them; the request may be reported on while an attempt still runs.
    private volatile long poolNanos;
    private volatile int made;
    private volatile int timeouts;

    /** @param wire counts attempts, and not calls that wait for the pool */
    CallByPolicy(
            Plan.CallPlan call, @Nullable CallPool pool, Upstream upstream, Cancellation request, Concurrency.Meter wire) {
        this.call = call;
        this.policy = call.policy();
        this.pool = pool;
        this.upstream = upstream;
        this.request = request;
        this.wire = wire;
    }

    /** Drawn anew each time; a request asks once. */
    boolean isMade() {
        return policy.probability() >= 1 || ThreadLocalRandom.current().nextDouble() < policy.probability();
    }

    TaskTiming.Attempts attempts() {
        return new TaskTiming.Attempts(poolNanos, made, timeouts);
    }

    /** @throws UpstreamFailure of the last attempt, or if there was no place in the pool */
    Body fetch() throws InterruptedException {
        if (pool == null) {
            return fetchInTime();
        }
        long asked = System.nanoTime();
        CallPool.Place place;
        try {
            place = pool.take(call.name(), request);
        } finally {
            poolNanos = System.nanoTime() - asked;
        }
        try (place) {
            return fetchInTime();
        }
    }

    private Body fetchInTime() throws InterruptedException {
        while (true) {
            request.throwIfCancelled();
            begin();
            TimeLimit limit = limit();
            try {
                return upstream.fetch(call, limit == null ? request : limit.part()).notEmpty();
            } catch (UpstreamFailure e) {
                if (!isMadeAgain(e)) {
                    throw e;
                }
            } finally {
                end(limit);
            }
        }
    }

    /** Holds no thread, neither while it waits for the pool. */
    CompletionStage<Body> fetchAsync() {
        if (pool == null) {
            return fetchInTimeAsync();
        }
        long asked = System.nanoTime();
        return pool.ask(call.name(), request)
                .whenComplete((place, failure) -> poolNanos = System.nanoTime() - asked)
                .thenCompose(place -> {
                    try {
                        return fetchInTimeAsync().whenComplete((body, failure) -> place.close());
                    } catch (Throwable e) {
                        place.close();
                        throw e;
                    }
                });
    }

    private CompletionStage<Body> fetchInTimeAsync() {
        RuntimeException gone = request.cause();
        if (gone != null) {
            return CompletableFuture.failedFuture(gone);
        }
        begin();
        TimeLimit limit = limit();
        CompletionStage<Body> attempt;
        try {
            attempt = upstream.fetchAsync(call, limit == null ? request : limit.part());
        } catch (Throwable e) {
            attempt = CompletableFuture.failedFuture(e);
        }
        return attempt.thenApply(Body::notEmpty)
                .whenComplete((body, failure) -> end(limit))
                .exceptionallyCompose(thrown -> {
                    RuntimeException failure = TaskError.unchecked(call.name(), thrown);
                    return failure instanceof UpstreamFailure upstreams && isMadeAgain(upstreams)
                            ? fetchInTimeAsync() : CompletableFuture.failedFuture(failure);
                });
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // attempts follow each other
    private void begin() {
        made++;
        wire.enter();
    }

    private void end(@Nullable TimeLimit limit) {
        wire.leave();
        if (limit != null) {
            limit.close();
        }
    }

    private @Nullable TimeLimit limit() {
        Duration timeout = policy.timeout();
        return timeout == null ? null : new TimeLimit(request).of(timeout, () -> new UpstreamFailure(
                call.name(), UpstreamFailure.Kind.TIMEOUT, "it did not answer within " + Durations.format(timeout)));
    }

    /** A request that has been given up makes no call again, whatever it was given up for. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // attempts follow each other
    private boolean isMadeAgain(UpstreamFailure failure) {
        if (request.isCancelled()) {
            return false;
        }
        if (failure.kind() == UpstreamFailure.Kind.TIMEOUT) {
            timeouts++;
        }
        return made <= policy.retry().times() && failure.isAmong(policy.retry().on());
    }
}
