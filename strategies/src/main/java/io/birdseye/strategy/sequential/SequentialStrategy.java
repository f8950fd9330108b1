package io.birdseye.strategy.sequential;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Bulkhead;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.ArrayList;
import java.util.List;

/**
 * One task after another on the HTTP thread. A request takes the sum of its calls. There are no hand-offs between
 * threads, and a server with enough threads has the same throughput as with any other strategy.
 */
@StrategyInfo(
        name = "sequential",
        summary = "one call after another on the HTTP thread",
        waits = "the HTTP thread",
        waiter = StrategyInfo.Waiter.HTTP_THREAD,
        source = "A bird's-eye view on Java concurrency frameworks (2019), section 'Sequential'",
        takeWhen = "calls are few or quick, and there are enough HTTP threads",
        avoidWhen = "a request must take less time than the sum of its calls",
        simplicity = @StrategyInfo.Simplicity(rank = 10, why = "plain method calls one after the other: nothing to size, to close or to learn"),
        origin = StrategyInfo.Origin.PUBLISHED,
        publishedIo = StrategyInfo.HTTP_THREADS,
        publishedCpu = StrategyInfo.HTTP_THREADS)
public final class SequentialStrategy implements Strategy.Blocking {

    private final Bulkhead io;
    private final Bulkhead cpu;

    public SequentialStrategy(Budget budget) {
        io = new Bulkhead(budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    /** Calls in turn: a request holds one permit at a time. */
    public static Topology topology(Budget budget, Shape shape) {
        return Topology.inTurn(
                Topology.Pool.shared(budget.ioConcurrency()), Topology.Pool.shared(budget.cpuConcurrency()));
    }

    @Override
    public Overview run(FanOut work) throws Exception {
        List<Part> parts = new ArrayList<>();
        for (FanOut.Group group : work.groups()) {
            List<Body> bodies = new ArrayList<>();
            for (FanOut.Call call : group.calls()) {
                bodies.add(io.call(call::fetch));
            }
            parts.add(cpu.call(() -> group.combine(bodies)));
        }
        return work.join(parts);
    }

    @Override
    public void close() {}
}
