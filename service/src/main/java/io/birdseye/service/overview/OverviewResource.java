package io.birdseye.service.overview;

import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.RunClock;
import io.birdseye.fanout.TaskTiming;
import io.birdseye.service.observe.ServiceClock;
import io.birdseye.service.observe.Totals.Outcome;
import io.birdseye.service.observe.Totals;
import io.birdseye.service.observe.VirtualThreadWatch;
import io.birdseye.service.server.Exchange;
import io.birdseye.service.server.Problem;
import io.birdseye.service.upstream.HttpUpstream;
import io.birdseye.strategy.Overloaded;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import io.birdseye.strategy.StrategyPools;
import io.birdseye.strategy.StrategyRun;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers with the overview of one user, or its trace, by the strategy that the request asks for. */
@Path("/")
public record OverviewResource(
        Strategies strategies, RequestLimits limits, Plan plan, HttpUpstream upstream,
        StrategyPools pools, SharedMemories memories, Totals totals, VirtualThreadWatch virtualThreads) {

    private static final RunClock CLOCK = new ServiceClock();

    @GET
    @Path("overview")
    public void byQuery(@BeanParam OverviewParameters parameters, @Suspended AsyncResponse response) {
        run(parameters, response, (strategy, overview, timings) -> overview.json());
    }

    @GET
    @Path("overview/{strategy}")
    public void byPath(@BeanParam OverviewParameters parameters, @Suspended AsyncResponse response) {
        byQuery(parameters, response);
    }

    /** Serves an overview like any other, and answers with which thread ran which task, and when. */
    @GET
    @Path("trace/{strategy}")
    public void trace(@BeanParam OverviewParameters parameters, @Suspended AsyncResponse response) {
        Trace trace = new Trace(plan);
        run(parameters, response, trace);
        trace.threadReleased();
    }

    /**
     * Runs the strategy. The response is suspended for every strategy, so that the deadline holds even if a blocking
     * strategy does not react to it. A blocking strategy holds this thread all the same.
     */
    private void run(OverviewParameters parameters, AsyncResponse response, Body body) {
        OverviewParameters.Checked request = parameters.check(strategies, limits);
        Exchange exchange = parameters.exchange();
        exchange.strategy(request.strategy().name());
        StrategyPools.Pool pool = enter(request);
        if (pool.entry().info().waiter() == StrategyInfo.Waiter.VIRTUAL_THREAD) {
            virtualThreads.used();
        }
        Run run;
        try {
            Query query = new Query(
                    request.userId(), request.intFactor(), request.longFactor(),
                    memories.get(request.megabytes(), request.layout()));
            HttpUpstream.ForRequest bodies = upstream.forRequest(exchange.traceContext());
            InstrumentedFanOut fanOut =
                    new InstrumentedFanOut(plan, bodies, query, pool.concurrency(), exchange.cancellation(), CLOCK);
            run = new Run(exchange, pool, bodies, fanOut, response, body);
        } catch (RuntimeException | Error e) {
            pool.leave();
            throw e;
        }
        totals.started();
        exchange.own(run::giveUp);
        run.start();
    }

    private StrategyPools.Pool enter(OverviewParameters.Checked request) {
        try {
            return pools.enter(request.strategy(), request.budget());
        } catch (Overloaded e) {
            totals.refused(request.strategy().name());
            throw e;
        }
    }

    /** Makes the body of the answer to a request that succeeded, as JSON. */
    @FunctionalInterface
    interface Body {
        byte[] of(StrategyEntry strategy, Overview overview, List<TaskTiming> timings);
    }

    /** One request as HTTP answers it; given up with its exchange, when the deadline passes or the client leaves. */
    private final class Run extends StrategyRun {

        private final Exchange exchange;
        private final HttpUpstream.ForRequest bodies;
        private final AsyncResponse response;
        private final Body body;

        Run(
                Exchange exchange, StrategyPools.Pool pool, HttpUpstream.ForRequest bodies, InstrumentedFanOut fanOut,
                AsyncResponse response, Body body) {
            super(pool, fanOut);
            this.exchange = exchange;
            this.bodies = bodies;
            this.response = response;
            this.body = body;
        }

        @Override
        protected void ended(boolean givenUp, @Nullable Throwable failure) {
            bodies.close();
            if (failure != null) {
                totals.ended(Problem.isRefusal(failure) ? Outcome.REFUSED : Outcome.FAILED, timings());
            } else if (givenUp) {
                totals.ended(Outcome.FAILED, timings());
            }
        }

        @Override
        protected void succeeded(Overview overview) {
            List<TaskTiming> timings = timings();
            exchange.ran(timings, work().criticalPath(timings));
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
            if (!(reason instanceof Exchange.ClientDisconnected)) {
                exchange.ran(timings(), null);
                response.resume(reason);
            }
        }
    }
}
