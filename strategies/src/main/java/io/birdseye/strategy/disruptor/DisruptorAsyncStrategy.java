package io.birdseye.strategy.disruptor;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.concurrent.CompletionStage;

/** The published {@link ChainedPipeline}, behind which one more thread sends the answers: the twelfth thread of the article's table. */
@StrategyInfo(
        name = "disruptor-async",
        summary = "Disruptor as published: every task a pool of workers, pools chained, response suspended",
        waits = "the threads of each stage for its call",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "A bird's-eye view on Java concurrency frameworks (2019), section 'Disruptor': the program of"
                + " its table, not the listing that it prints",
        takeWhen = "never, if the calls wait; see disruptor-diamond-async",
        avoidWhen = "any stage waits: the slowest stage bounds the throughput",
        pools = @StrategyInfo.Pool(name = "disruptor-async", io = true, cpu = true, more = 1),
        limits = {StrategyInfo.Limit.ENDS_IN_TURN, StrategyInfo.Limit.HEAD_OF_LINE_BLOCKING},
        simplicity = @StrategyInfo.Simplicity(rank = 350, why = "stages in a chain, so each waits for calls that it does not need"),
        origin = StrategyInfo.Origin.PUBLISHED,
        publishedIo = 9,
        publishedCpu = 2)
public final class DisruptorAsyncStrategy implements Strategy.Async {

    private final ChainedPipeline pipeline;

    public DisruptorAsyncStrategy(Budget budget, Shape shape) {
        pipeline = new ChainedPipeline("disruptor-async", budget, shape, ChainedPipeline.End.OWN_THREAD);
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        return pipeline.submit(work).thenApply(work::join);
    }

    @Override
    public void close() {
        pipeline.close();
    }
}
