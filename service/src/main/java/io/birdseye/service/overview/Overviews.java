package io.birdseye.service.overview;

import io.birdseye.fanout.InstrumentedFanOut;
import io.birdseye.fanout.Plan;
import io.birdseye.fanout.Query;
import io.birdseye.fanout.Upstream;
import io.birdseye.service.observe.RequestCounts;
import io.birdseye.service.observe.TaskSums;
import io.birdseye.service.pools.SharedMemories;
import io.birdseye.service.pools.StrategyPools.Lease;
import io.birdseye.service.pools.StrategyPools;
import io.birdseye.service.server.Exchange;
import io.birdseye.strategy.Overloaded;
import jakarta.ws.rs.core.MultivaluedMap;
import org.jspecify.annotations.Nullable;

/** Runs requests for overviews, whatever becomes of the outcome: an answer, or a trace of how it came about. */
public final class Overviews {

    private final OverviewParameters parameters;
    private final StrategyPools pools;
    private final SharedMemories memories;
    private final Plan plan;
    private final Upstream upstream;
    private final RequestCounts counts;
    private final TaskSums sums;

    public Overviews(
            OverviewParameters parameters,
            StrategyPools pools,
            SharedMemories memories,
            Plan plan,
            Upstream upstream,
            RequestCounts counts,
            TaskSums sums) {
        this.parameters = parameters;
        this.pools = pools;
        this.memories = memories;
        this.plan = plan;
        this.upstream = upstream;
        this.counts = counts;
        this.sums = sums;
    }

    Plan plan() {
        return plan;
    }

    /**
     * Reads what is asked for; nothing is created for a request that is not allowed.
     *
     * @param strategy the strategy in the path, or null if the query names it
     * @throws io.birdseye.service.problem.BadParameter if a parameter is not allowed
     */
    OverviewRequest read(@Nullable String strategy, MultivaluedMap<String, String> query, Exchange exchange) {
        OverviewRequest request = parameters.read(strategy, query);
        exchange.strategy(request.strategy().name());
        return request;
    }

    /**
     * Runs a request on the calling thread if its strategy holds that, else starts it.
     *
     * @throws Overloaded if there is no room for it
     */
    void start(OverviewRequest request, Exchange exchange, OverviewRun.Answer answer) {
        Lease lease;
        try {
            lease = pools.enter(request.strategy(), request.budget());
        } catch (Overloaded e) {
            counts.refused();
            throw e;
        }
        try {
            Query query = new Query(
                    request.userId(),
                    request.intFactor(),
                    request.longFactor(),
                    memories.get(request.megabytes(), request.layout()));
            InstrumentedFanOut fanOut =
                    new InstrumentedFanOut(plan, upstream, query, lease.concurrency(), exchange.cancellation());
            new OverviewRun(exchange, lease, fanOut, answer, counts, sums).start();
        } catch (RuntimeException e) {
            lease.close();
            throw e;
        }
    }
}
