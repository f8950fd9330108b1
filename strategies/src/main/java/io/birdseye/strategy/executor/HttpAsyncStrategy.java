package io.birdseye.strategy.executor;

import io.birdseye.fanout.AsyncBulkhead;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Futures;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/**
 * Non-blocking from end to end with the JDK alone: a call that waits holds no thread, and the only pool is the one for
 * combinations. It needs a non-blocking client, and stack traces end in the client's threads.
 */
@StrategyInfo(
        name = "http-async",
        summary = "non-blocking client, CompletableFutures, combinations on a CPU pool, response suspended",
        waits = "nobody",
        waiter = StrategyInfo.Waiter.NOBODY,
        source = "JDK documentation of java.util.concurrent.CompletableFuture",
        takeWhen = "many requests wait at once, the client is non-blocking, and you want no additional library",
        avoidWhen = "the steps have many dependencies, or stack traces matter for debugging",
        pools = @StrategyInfo.Pool(name = "http-async-cpu", cpu = true),
        simplicity = @StrategyInfo.Simplicity(rank = 110, why = "stages on a non-blocking client: no waiting thread, but stack traces without the caller"),
        origin = StrategyInfo.Origin.TODAY)
public final class HttpAsyncStrategy implements Strategy.Async {

    private final AsyncBulkhead io;
    private final ExecutorService cpu;

    public HttpAsyncStrategy(Budget budget) {
        this("http-async-cpu", budget);
    }

    /** @param cpuPool the name of its threads */
    HttpAsyncStrategy(String cpuPool, Budget budget) {
        io = new AsyncBulkhead(budget.ioConcurrency());
        cpu = Pools.fixed(cpuPool, budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        return Futures.allOf(work.groups().stream().map(group -> part(work, group))).thenApply(work::join);
    }

    private CompletableFuture<Part> part(FanOut work, FanOut.Group group) {
        var bodies = group.calls().stream().map(call -> io.call(work.cancellation(), call::fetchAsync));
        // The last body arrives on a thread of the HTTP client, which other calls need.
        return Futures.allOf(bodies).thenApplyAsync(group::combine, cpu);
    }

    @Override
    public void close() {
        Pools.stop(cpu);
    }
}
