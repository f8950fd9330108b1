package io.birdseye.service.api;

import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.service.overview.BudgetLimits;
import io.birdseye.service.overview.OverviewParameters;
import io.birdseye.strategy.Strategies;
import io.birdseye.strategy.StrategyEntry;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The list of strategies: what each says of itself, and what it makes of a budget. */
@Path("/strategies")
public final class StrategiesResource {

    private final Strategies strategies;
    private final OverviewParameters parameters;
    private final BudgetLimits limits;
    private final Shape shape;

    public StrategiesResource(
            Strategies strategies, OverviewParameters parameters, BudgetLimits limits, Shape shape) {
        this.strategies = strategies;
        this.parameters = parameters;
        this.limits = limits;
        this.shape = shape;
    }

    /** @param publishedBudget null if no article published the strategy */
    record Description(
            String name,
            String summary,
            String waits,
            String takeWhen,
            String avoidWhen,
            String source,
            String client,
            String origin,
            boolean blocksHttpThread,
            @Nullable Budget publishedBudget,
            Budget budget,
            Topology topology) {}

    @GET
    public Response list(@Context UriInfo uri) {
        Budget budget = parameters.readBudget(uri.getQueryParameters());
        return Json.ok(
                strategies.all().stream().map(entry -> describe(entry, budget)).toList());
    }

    private Description describe(StrategyEntry entry, Budget budget) {
        return new Description(
                entry.name(),
                entry.info().summary(),
                entry.info().waits(),
                entry.info().takeWhen(),
                entry.info().avoidWhen(),
                entry.info().source(),
                entry.info().client().name(),
                entry.info().origin().name(),
                entry.blocksHttpThread(),
                entry.publishedBudget(limits.httpThreads(), budget.maxInFlight()).orElse(null),
                budget,
                entry.topology(budget, shape));
    }
}
