package io.birdseye.strategy.executor;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Bulkhead;
import io.birdseye.strategy.Futures;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;

/**
 * The naive form of {@link AsyncExecutorStrategy}: nobody has named an executor, so all tasks of all requests share the
 * JVM's common pool, which has a thread for each core but one, and one at least. Before JDK 25 a machine with one or two
 * cores got a new thread for each task instead (JDK-8362881); since then its calls follow one another.
 */
@StrategyInfo(
        name = "common-pool",
        summary = "naive: CompletableFuture.supplyAsync without an executor, response suspended",
        waits = "threads of the JVM's common pool for the calls",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "JDK 25 documentation of CompletableFuture and of ForkJoinPool.commonPool; JDK-8362881",
        takeWhen = "never: async-executor-split is the same with pools whose sizes are chosen",
        avoidWhen = "anything waits, least of all in a container of one or two cores",
        hiddenLimit = "a call at once for each core but one, and one at least: threads of ForkJoinPool.commonPool(),"
                + " which everything in the JVM shares",
        limits = {StrategyInfo.Limit.ENDS_IN_TURN, StrategyInfo.Limit.HIDDEN_DEFAULT},
        simplicity = @StrategyInfo.Simplicity(rank = 325, why = "short, but its few threads belong to the whole JVM, and no line of the code says how many"),
        origin = StrategyInfo.Origin.TODAY)
public final class CommonPoolStrategy implements Strategy.Async {

    private final Bulkhead io;
    private final Bulkhead cpu;

    public CommonPoolStrategy(Budget budget) {
        io = new Bulkhead(budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    public static Topology topology(Budget budget, Shape shape) {
        int threads = ForkJoinPool.getCommonPoolParallelism();
        return Topology.twoPools(new Budget(
                Math.min(threads, budget.ioConcurrency()), budget.cpuConcurrency(), budget.maxInFlight()))
                .withCpuOnIoThreads();
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        return Futures.allOf(work.groups().stream().map(this::part)).thenApplyAsync(work::join);
    }

    private CompletableFuture<Part> part(FanOut.Group group) {
        var bodies = group.calls().stream().map(call -> supplyAsync(() -> io.get(call::fetchUnchecked)));
        return Futures.allOf(bodies).thenApplyAsync(all -> cpu.get(() -> group.combine(all)));
    }

    /** The pool is the JVM's, and ends with it. */
    @Override
    public void close() {}
}
