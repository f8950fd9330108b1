package io.birdseye.strategy.forkjoin;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Bulkhead;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The fan-out as two nested parallel streams. A stream runs in the pool of the thread that starts it: the JDK does so,
 * but does not specify it. Otherwise all streams of the JVM would share the common pool. A stream has no budget, no
 * timeout and no cancellation, and each call that waits holds a worker.
 */
@StrategyInfo(
        name = "parallel-stream",
        summary = "nested parallel streams in one work-stealing pool, response suspended",
        waits = "the pool's workers for the calls",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "JDK documentation of java.util.stream; practice of submitting a stream to a pool of one's own",
        takeWhen = "the CPU processes a list in memory, outside of requests",
        avoidWhen = "anything waits, or a request must end on time",
        pools = @StrategyInfo.Pool(name = "parallel-stream", io = true),
        limits = StrategyInfo.Limit.ENDS_IN_TURN,
        simplicity = @StrategyInfo.Simplicity(rank = 140, why = "short, but streams are meant for data: they neither wait well nor end on time"),
        origin = StrategyInfo.Origin.TODAY)
public final class ParallelStreamStrategy implements Strategy.Async {

    private final WorkerPool pool;
    private final Bulkhead cpu;

    public ParallelStreamStrategy(Budget budget) {
        pool = new WorkerPool("parallel-stream", budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        return pool.run(work, () -> parts(work));
    }

    private List<Part> parts(FanOut work) {
        return work.groups().parallelStream().map(this::part).toList();
    }

    private Part part(FanOut.Group group) {
        List<Body> bodies = group.calls().parallelStream().map(FanOut.Call::fetchUnchecked).toList();
        return cpu.get(() -> group.combine(bodies));
    }

    @Override
    public void close() {
        Pools.stop(pool);
    }
}
