package io.birdseye.strategy.disruptor;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;

/**
 * The {@link DiamondPipeline}; the HTTP thread waits for its end. A request takes as long as its slowest call, or as
 * the slowest call of a request before it on the ring.
 */
@StrategyInfo(
        name = "disruptor-diamond",
        summary = "disruptor with the calls side by side, threads by the budget, and parked waiting",
        waits = "the threads of each call, the HTTP thread for the ring",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "repairs 'Disruptor' of the bird's-eye view (2019)",
        takeWhen = "every request takes the same short steps, and the order must be kept",
        avoidWhen = "calls differ in duration: each request waits for the requests before it",
        pools = @StrategyInfo.Pool(name = "disruptor-diamond", io = true, cpu = true, more = 1),
        simplicity = @StrategyInfo.Simplicity(rank = 340, why = "a ring of slots with stages side by side, and an HTTP thread that waits"),
        origin = StrategyInfo.Origin.REPAIRED)
public final class DisruptorDiamondStrategy implements Strategy.Blocking {

    private final DiamondPipeline pipeline;

    public DisruptorDiamondStrategy(Budget budget, Shape shape) {
        pipeline = new DiamondPipeline("disruptor-diamond", budget, shape);
    }

    /** Each thread serves one task. */
    public static Topology topology(Budget budget, Shape shape) {
        return DiamondPipeline.topology(budget, shape);
    }

    @Override
    public Overview run(FanOut work) throws Exception {
        return work.join(pipeline.submit(work).get());
    }

    @Override
    public void close() {
        pipeline.close();
    }
}
