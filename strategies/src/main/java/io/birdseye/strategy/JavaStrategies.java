package io.birdseye.strategy;

import static io.birdseye.strategy.StrategyEntry.of;

import io.birdseye.strategy.akka.AkkaAsyncStrategy;
import io.birdseye.strategy.akka.AkkaStrategy;
import io.birdseye.strategy.disruptor.DisruptorAsyncStrategy;
import io.birdseye.strategy.disruptor.DisruptorStrategy;
import io.birdseye.strategy.executor.AsyncExecutorStrategy;
import io.birdseye.strategy.executor.CompletableFutureStrategy;
import io.birdseye.strategy.executor.ExecutorStrategy;
import io.birdseye.strategy.rx.RxStrategy;
import io.birdseye.strategy.sequential.SequentialStrategy;
import java.util.List;

/** The strategies of this module, in the order of the main article's table. */
public final class JavaStrategies implements StrategyCatalog {

    @Override
    public List<StrategyEntry> entries() {
        return List.of(
                of(SequentialStrategy.class, SequentialStrategy::new).with(SequentialStrategy::topology),
                of(ExecutorStrategy.class, ExecutorStrategy::new),
                of(CompletableFutureStrategy.class, CompletableFutureStrategy::new),
                of(AsyncExecutorStrategy.class, AsyncExecutorStrategy::new).with(AsyncExecutorStrategy::topology),
                of(RxStrategy.class, RxStrategy::new).with(RxStrategy::topology),
                of(DisruptorStrategy.class, DisruptorStrategy::new).with(DisruptorStrategy::topology),
                of(DisruptorAsyncStrategy.class, DisruptorAsyncStrategy::new).with(DisruptorStrategy::topology),
                of(AkkaStrategy.class, AkkaStrategy::new).with(AkkaStrategy::topology),
                of(AkkaAsyncStrategy.class, AkkaAsyncStrategy::new).with(AkkaAsyncStrategy::topology));
    }
}
