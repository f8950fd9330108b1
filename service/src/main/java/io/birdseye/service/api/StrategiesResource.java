package io.birdseye.service.api;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.service.overview.OverviewParameters;
import io.birdseye.service.overview.RequestLimits;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.StrategyInfo;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;

/** The list of strategies: how each is described, and its threads under a budget. */
@Path("/strategies")
public final class StrategiesResource {

    private final Strategies strategies;
    private final RequestLimits limits;
    private final Shape shape;

    public StrategiesResource(Strategies strategies, RequestLimits limits, Shape shape) {
        this.strategies = strategies;
        this.limits = limits;
        this.shape = shape;
    }

    /** @param publishedBudget null if no article published the strategy */
    record Description(
            String name, String summary, String waits, String takeWhen, String avoidWhen, String source,
            String client, String origin, boolean blocksHttpThread,
            @Nullable Budget publishedBudget, Budget budget, Topology topology) {}

    @GET
    public Response list(@BeanParam OverviewParameters parameters) {
        Budget budget = parameters.checkPools(limits);
        return JsonAnswer.ok(strategies.all().stream().map(entry -> describe(entry, budget)).toList());
    }

    private Description describe(StrategyEntry entry, Budget budget) {
        StrategyInfo info = entry.info();
        return new Description(
                entry.name(), info.summary(), info.waits(), info.takeWhen(), info.avoidWhen(), info.source(),
                info.client().name(), info.origin().name(), entry.blocksHttpThread(),
                entry.publishedBudget(limits.httpThreads(), budget.maxInFlight()).orElse(null), budget,
                entry.topology(budget, shape));
    }
}
