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
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinTask;

/**
 * The request is a tree of tasks that work stealing distributes over one pool. A worker that waits for a subtask runs
 * other tasks meanwhile. That saves threads, but a request may wait because its worker has begun a call of another
 * request. Fork/join is made for CPU work that divides itself, and not for calls that wait.
 */
@StrategyInfo(
        name = "fork-join",
        summary = "a tree of fork/join tasks in one work-stealing pool, response suspended",
        waits = "the pool's workers for the calls",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "Doug Lea, A Java Fork/Join Framework (2000)",
        takeWhen = "the CPU work can be divided into many small tasks, and hardly any task waits",
        avoidWhen = "the tasks wait: a waiting worker is not available for CPU work",
        pools = @StrategyInfo.Pool(name = "fork-join", io = true),
        limits = StrategyInfo.Limit.ENDS_IN_TURN,
        simplicity = @StrategyInfo.Simplicity(rank = 150, why = "tasks divided by hand, in a pool that is meant for computing"),
        origin = StrategyInfo.Origin.TODAY)
public final class ForkJoinStrategy implements Strategy.Async {

    private final WorkerPool pool;
    private final Bulkhead cpu;

    public ForkJoinStrategy(Budget budget) {
        pool = new WorkerPool("fork-join", budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        return pool.run(work, () -> parts(work));
    }

    private List<Part> parts(FanOut work) {
        return invokeAll(work.groups().stream().map(group -> ForkJoinTask.adapt(() -> part(group))).toList());
    }

    private Part part(FanOut.Group group) {
        List<Body> bodies = invokeAll(group.calls().stream()
                .map(call -> ForkJoinTask.adapt(call::fetchUnchecked))
                .toList());
        return cpu.get(() -> group.combine(bodies));
    }

    private static <T> List<T> invokeAll(Collection<ForkJoinTask<T>> tasks) {
        return ForkJoinTask.invokeAll(tasks).stream().map(ForkJoinTask::join).toList();
    }

    @Override
    public void close() {
        Pools.stop(pool);
    }
}
