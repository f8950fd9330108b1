package io.birdseye.strategy.disruptor;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.concurrent.CompletionStage;

/**
 * The {@link DiamondPipeline}, whose last handler sends the answers, one after another: a client that takes its answer
 * slowly keeps the ring from moving on.
 */
@StrategyInfo(
        name = "disruptor-diamond-async",
        summary = "disruptor-diamond with the response suspended",
        waits = "the handlers of each call",
        source = "repairs 'Disruptor' of the bird's-eye view (2019)",
        takeWhen = "never for calls that wait; it shows what the ring can do when it is let",
        avoidWhen = "answers leave slowly: the last handler sends them one by one",
        pools = "disruptor-diamond-async: I/O budget + CPU budget + 1",
        limits = {StrategyInfo.Limit.ENDS_IN_TURN, StrategyInfo.Limit.ANSWERS_IN_LINE},
        client = StrategyInfo.Client.BLOCKING,
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
