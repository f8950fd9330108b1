package io.birdseye.service.overview;

import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.service.observe.Totals;
import io.birdseye.service.observe.Totals.Outcome;
import io.birdseye.service.server.ClientDisconnected;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.Problems;
import io.birdseye.service.upstream.HttpUpstream;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyPools;
import io.birdseye.strategy.StrategyRun;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The run of one request as HTTP answers it; given up with its exchange, when the deadline passes or the client leaves. */
final class OverviewRun extends StrategyRun {

    private final Exchange exchange;
    private final HttpUpstream.ForRequest bodies;
    private final AsyncResponse response;
    private final Body body;
    private final Totals totals;

    /** Makes the body of the answer to a request that succeeded, as JSON. */
    @FunctionalInterface
    interface Body {
        byte[] of(StrategyEntry strategy, Overview overview, List<TaskTiming> timings);
    }

    OverviewRun(
            Exchange exchange, StrategyPools.Pool pool, HttpUpstream.ForRequest bodies, InstrumentedFanOut fanOut,
            AsyncResponse response, Body body, Totals totals) {
        super(pool, fanOut);
        this.exchange = exchange;
        this.bodies = bodies;
        this.response = response;
        this.body = body;
        this.totals = totals;
    }

    /** Returns when the strategy needs the calling thread no more. */
    void begin() {
        totals.started();
        exchange.own(this::giveUp);
        start();
    }

    @Override
    protected void ended(boolean givenUp, @Nullable Throwable failure) {
        bodies.close();
        if (failure != null) {
            totals.ended(Problems.isRefusal(failure) ? Outcome.REFUSED : Outcome.FAILED, timings());
        } else if (givenUp) {
            totals.ended(Outcome.FAILED, timings());
        }
    }

    @Override
    protected void succeeded(Overview overview) {
        List<TaskTiming> timings = timings();
        exchange.tasks(timings);
        exchange.walked(work().criticalPath(timings));
        Response whole;
        try {
            whole = Response.ok(body.of(entry(), overview, timings), MediaType.APPLICATION_JSON_TYPE).build();
        } catch (RuntimeException | Error e) {
            // Nobody else would answer: on this thread the failure would be lost.
            totals.ended(Outcome.FAILED, timings);
            response.resume(e);
            return;
        }
        totals.ended(Outcome.SUCCEEDED, timings);
        response.resume(whole);
    }

    @Override
    protected void failed(Throwable reason) {
        if (!(reason instanceof ClientDisconnected)) {
            exchange.tasks(timings());
            response.resume(reason);
        }
    }
}
