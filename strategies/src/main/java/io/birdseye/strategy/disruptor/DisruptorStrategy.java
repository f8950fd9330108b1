package io.birdseye.strategy.disruptor;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;

/**
 * The published {@link ChainedPipeline}; the HTTP thread waits for its end. A request takes the sum of its calls, and
 * the stage with the fewest threads bounds the throughput.
 */
@StrategyInfo(
        name = "disruptor",
        summary = "Disruptor as published: every task a pool of workers, pools chained, HTTP thread blocked",
        waits = "the threads of each stage for its call, the HTTP thread for the ring",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "A bird's-eye view on Java concurrency frameworks (2019), section 'Disruptor': the program of"
                + " its table, not the listing that it prints",
        takeWhen = "never, if the calls wait; see disruptor-diamond",
        avoidWhen = "any stage waits: the slowest stage bounds the throughput",
        pools = @StrategyInfo.Pool(name = "disruptor", io = true, cpu = true),
        simplicity = @StrategyInfo.Simplicity(rank = 360, why = "stages in a chain, and an HTTP thread that waits"),
        origin = StrategyInfo.Origin.PUBLISHED,
        publishedIo = 9,
        publishedCpu = 2)
public final class DisruptorStrategy implements Strategy.Blocking {

    private final ChainedPipeline pipeline;

    public DisruptorStrategy(Budget budget, Shape shape) {
        pipeline = new ChainedPipeline("disruptor", budget, shape, ChainedPipeline.End.LAST_STAGE);
    }

    /** Each thread serves one task. */
    public static Topology topology(Budget budget, Shape shape) {
        return ChainedPipeline.topology(budget, shape);
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
