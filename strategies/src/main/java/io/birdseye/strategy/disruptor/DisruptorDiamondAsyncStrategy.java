package io.birdseye.strategy.disruptor;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.concurrent.CompletionStage;

/**
 * The {@link DiamondPipeline}, whose last thread sends the answers one after another: a client that reads its answer
 * slowly stops the ring.
 */
@StrategyInfo(
        name = "disruptor-diamond-async",
        summary = "disruptor-diamond with the response suspended",
        waits = "the threads of each call",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "repairs 'Disruptor' of the bird's-eye view (2019)",
        takeWhen = "never, if the calls wait; it shows what the ring achieves with parallel stages",
        avoidWhen = "clients read answers slowly: the last thread sends them one after another",
        pools = @StrategyInfo.Pool(name = "disruptor-diamond-async", io = true, cpu = true, more = 1),
        limits = {StrategyInfo.Limit.ENDS_IN_TURN, StrategyInfo.Limit.HEAD_OF_LINE_BLOCKING},
        simplicity = @StrategyInfo.Simplicity(rank = 330, why = "a ring of slots and a barrier for each stage, written for events without waits"),
        origin = StrategyInfo.Origin.REPAIRED)
public final class DisruptorDiamondAsyncStrategy implements Strategy.Async {

    private final DiamondPipeline pipeline;

    public DisruptorDiamondAsyncStrategy(Budget budget, Shape shape) {
        pipeline = new DiamondPipeline("disruptor-diamond-async", budget, shape);
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
