package io.birdseye.strategy.catalog;

import static io.birdseye.strategy.StrategyEntry.of;

import io.birdseye.strategy.StrategyCatalog;
import io.birdseye.strategy.StrategyEntry;
import io.birdseye.strategy.adaptive.AdaptiveStrategy;
import io.birdseye.strategy.akka.AkkaAsyncStrategy;
import io.birdseye.strategy.akka.AkkaPooledStrategy;
import io.birdseye.strategy.akka.AkkaStrategy;
import io.birdseye.strategy.disruptor.DisruptorAsyncStrategy;
import io.birdseye.strategy.disruptor.DisruptorDiamondAsyncStrategy;
import io.birdseye.strategy.disruptor.DisruptorDiamondStrategy;
import io.birdseye.strategy.disruptor.DisruptorStrategy;
import io.birdseye.strategy.executor.AsyncExecutorSplitStrategy;
import io.birdseye.strategy.executor.AsyncExecutorStrategy;
import io.birdseye.strategy.executor.CommonPoolStrategy;
import io.birdseye.strategy.executor.CompletableFutureStrategy;
import io.birdseye.strategy.executor.ExecutorStrategy;
import io.birdseye.strategy.executor.HttpAsyncDefaultClientStrategy;
import io.birdseye.strategy.executor.HttpAsyncStrategy;
import io.birdseye.strategy.forkjoin.ForkJoinStrategy;
import io.birdseye.strategy.forkjoin.ParallelStreamStrategy;
import io.birdseye.strategy.mutiny.MutinyStrategy;
import io.birdseye.strategy.pekko.PekkoStrategy;
import io.birdseye.strategy.reactor.ReactorBlockingStrategy;
import io.birdseye.strategy.reactor.ReactorStrategy;
import io.birdseye.strategy.rx.RxNonblockingStrategy;
import io.birdseye.strategy.rx.RxStrategy;
import io.birdseye.strategy.rx3.Rx3NonblockingStrategy;
import io.birdseye.strategy.rx3.Rx3Strategy;
import io.birdseye.strategy.sequential.SequentialStrategy;
import io.birdseye.strategy.virtual.VirtualThreadsConnectionsStrategy;
import io.birdseye.strategy.virtual.VirtualThreadsDefaultClientStrategy;
import io.birdseye.strategy.virtual.VirtualThreadsPooledStrategy;
import io.birdseye.strategy.virtual.VirtualThreadsStrategy;
import java.util.List;

/**
 * The strategies of this module: the published ones in the order of the main article's table, then the repaired ones,
 * then those of today.
 */
public final class JavaStrategies implements StrategyCatalog {

    @Override
    public List<StrategyEntry> entries() {
        return List.of(
                of(SequentialStrategy.class, SequentialStrategy::new).with(SequentialStrategy::topology),
                of(ExecutorStrategy.class, ExecutorStrategy::new),
                of(CompletableFutureStrategy.class, CompletableFutureStrategy::new),
                of(AsyncExecutorStrategy.class, AsyncExecutorStrategy::new).inOnePool(),
                of(RxStrategy.class, RxStrategy::new).inOnePool(),
                of(DisruptorStrategy.class, DisruptorStrategy::new).with(DisruptorStrategy::topology),
                of(DisruptorAsyncStrategy.class, DisruptorAsyncStrategy::new).with(DisruptorStrategy::topology),
                of(AkkaStrategy.class, AkkaStrategy::new).with(AkkaStrategy::topology),
                of(AkkaAsyncStrategy.class, AkkaAsyncStrategy::new).with(AkkaAsyncStrategy::topology),
                of(AsyncExecutorSplitStrategy.class, AsyncExecutorSplitStrategy::new),
                of(RxNonblockingStrategy.class, RxNonblockingStrategy::new),
                of(DisruptorDiamondStrategy.class, DisruptorDiamondStrategy::new)
                        .with(DisruptorDiamondStrategy::topology),
                of(DisruptorDiamondAsyncStrategy.class, DisruptorDiamondAsyncStrategy::new)
                        .with(DisruptorDiamondStrategy::topology),
                of(AkkaPooledStrategy.class, AkkaPooledStrategy::new),
                of(VirtualThreadsStrategy.class, VirtualThreadsStrategy::new),
                of(VirtualThreadsPooledStrategy.class, VirtualThreadsPooledStrategy::new),
                of(VirtualThreadsConnectionsStrategy.class, VirtualThreadsConnectionsStrategy::new),
                of(VirtualThreadsDefaultClientStrategy.class, VirtualThreadsDefaultClientStrategy::new)
                        .with(VirtualThreadsDefaultClientStrategy::topology),
                of(HttpAsyncStrategy.class, HttpAsyncStrategy::new),
                of(HttpAsyncDefaultClientStrategy.class, HttpAsyncDefaultClientStrategy::new)
                        .with(HttpAsyncDefaultClientStrategy::topology),
                of(Rx3Strategy.class, Rx3Strategy::new),
                of(Rx3NonblockingStrategy.class, Rx3NonblockingStrategy::new),
                of(ReactorStrategy.class, ReactorStrategy::new),
                of(ReactorBlockingStrategy.class, ReactorBlockingStrategy::new),
                of(MutinyStrategy.class, MutinyStrategy::new),
                of(PekkoStrategy.class, PekkoStrategy::new),
                of(CommonPoolStrategy.class, CommonPoolStrategy::new).with(CommonPoolStrategy::topology),
                of(ForkJoinStrategy.class, ForkJoinStrategy::new).inOnePool(),
                of(ParallelStreamStrategy.class, ParallelStreamStrategy::new).inOnePool(),
                of(AdaptiveStrategy.class, AdaptiveStrategy::new));
    }
}
