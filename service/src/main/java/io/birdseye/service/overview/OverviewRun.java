package io.birdseye.service.overview;

import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.TaskError;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.service.observe.Totals.Outcome;
import io.birdseye.service.observe.Totals;
import io.birdseye.service.server.ClientDisconnected;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.Problems;
import io.birdseye.service.upstream.HttpUpstream;
import io.birdseye.strategy.Interruption;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyPools;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One request that a strategy works on. It is answered once: by the strategy when it ends, or when the request is given
 * up before that. The request leaves the pool when the strategy has ended, which may be after the answer.
 */
record OverviewRun(
        Exchange exchange, StrategyPools.Pool pool, HttpUpstream.ForRequest bodies, InstrumentedFanOut fanOut,
        AsyncResponse response, Body body, Totals totals, AtomicBoolean answered) {

    /** Makes the body of the answer to a request that succeeded, as JSON. */
    @FunctionalInterface
    interface Body {
        byte[] of(StrategyEntry strategy, Overview overview, List<TaskTiming> timings);
    }

    OverviewRun(
            Exchange exchange, StrategyPools.Pool pool, HttpUpstream.ForRequest bodies, InstrumentedFanOut fanOut,
            AsyncResponse response, Body body, Totals totals) {
        this(exchange, pool, bodies, fanOut, response, body, totals, new AtomicBoolean());
    }

    /** Returns when the strategy needs the calling thread no more. */
    void start() {
        totals.started();
        switch (pool.strategy()) {
            case Strategy.Blocking strategy -> runHere(strategy);
            case Strategy.Async strategy -> {
                try {
                    exchange.own(this::giveUp);
                    strategy.run(fanOut).whenComplete(this::end);
                } catch (Throwable e) {
                    end(null, e);
                }
            }
        }
    }

    private void runHere(Strategy.Blocking strategy) {
        Interruption interruption = new Interruption();
        Overview overview = null;
        Throwable failure = null;
        try {
            exchange.own(reason -> {
                interruption.interrupt();
                giveUp(reason);
            });
            overview = strategy.run(fanOut);
        } catch (Throwable e) {
            failure = e;
        } finally {
            interruption.end();
        }
        end(overview, failure);
    }

    /** The strategy has ended. */
    private void end(@Nullable Overview overview, @Nullable Throwable failure) {
        try {
            if (failure != null && !fanOut.cancellation().isCancelled()) {
                // If no task has failed, but the strategy itself, some tasks may have been started.
                fanOut.cancellation().cancel(unchecked(failure));
            }
        } finally {
            bodies.close();
            pool.leave();
        }
        List<TaskTiming> timings = fanOut.timings(pool.callsInTurn());
        if (failure != null) {
            totals.ended(Problems.isRefusal(failure) ? Outcome.REFUSED : Outcome.FAILED, timings);
            fail(failure, timings);
        } else if (answered.compareAndSet(false, true)) {
            answer(Objects.requireNonNull(overview, "a strategy must return an overview"), timings);
        } else {
            // The request was given up before.
            totals.ended(Outcome.FAILED, timings);
        }
    }

    private void answer(Overview overview, List<TaskTiming> timings) {
        exchange.tasks(timings);
        exchange.walked(fanOut.criticalPath(timings));
        Response whole;
        try {
            whole = Response.ok(body.of(pool.entry(), overview, timings), MediaType.APPLICATION_JSON_TYPE)
                    .build();
        } catch (RuntimeException | Error e) {
            // Nobody else would answer: on this thread the failure would be lost.
            totals.ended(Outcome.FAILED, timings);
            response.resume(e);
            return;
        }
        totals.ended(Outcome.SUCCEEDED, timings);
        response.resume(whole);
    }

    private static RuntimeException unchecked(Throwable failure) {
        return switch (failure) {
            case RuntimeException e -> e;
            case Error e -> TaskError.of("strategy", e);
            default -> new CompletionException(failure);
        };
    }

    private void giveUp(RuntimeException reason) {
        fail(reason, fanOut.timings(pool.callsInTurn()));
    }

    /** Answers with the first failure, because later ones may be consequences of it. */
    private void fail(Throwable failure, List<TaskTiming> timings) {
        if (answered.compareAndSet(false, true)) {
            RuntimeException first = fanOut.cancellation().cause();
            Throwable reason = first == null ? failure : first;
            if (!(reason instanceof ClientDisconnected)) {
                exchange.tasks(timings);
                response.resume(reason);
            }
        }
    }
}
