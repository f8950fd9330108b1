package io.birdseye.strategy.rx;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.AsyncBulkhead;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import io.reactivex.Scheduler;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/**
 * {@link RxStrategy} with a client that holds no thread, and combinations on a scheduler of their own: what the library
 * was made for. The only threads left are those that have something to compute.
 */
@StrategyInfo(
        name = "rx-nonblocking",
        summary = "rx over a non-blocking client, combined on a CPU scheduler, response suspended",
        waits = "nobody",
        source = "repairs 'Rx-Java' of the bird's-eye view (2019)",
        takeWhen = "the code base is on RxJava 2 and cannot leave it",
        avoidWhen = "you start anew: RxJava 2 has been out of maintenance since 2021",
        pools = "rx-nonblocking-cpu: CPU budget",
        client = StrategyInfo.Client.NON_BLOCKING,
        origin = StrategyInfo.Origin.REPAIRED)
public final class RxNonblockingStrategy implements Strategy.Async {

    private final AsyncBulkhead io;
    private final ExecutorService pool;
    private final Scheduler cpu;

    public RxNonblockingStrategy(Budget budget) {
        io = new AsyncBulkhead(budget.ioConcurrency());
        pool = Pools.fixed("rx-nonblocking-cpu", budget.cpuConcurrency());
        cpu = Schedulers.from(pool);
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        CompletableFuture<Overview> answer = new CompletableFuture<>();
        List<Single<Part>> parts =
                work.groups().stream().map(group -> part(work, group)).toList();
        var ignored = Singles.zip(parts, Part.class)
                .map(work::join)
                .subscribe(answer::complete, answer::completeExceptionally);
        return answer;
    }

    private Single<Part> part(FanOut work, FanOut.Group group) {
        List<Single<Body>> bodies = group.calls().stream()
                .map(call -> Singles.following(() -> io.call(work.cancellation(), call::fetchAsync)))
                .toList();
        // Not observeOn(cpu): failures need no thread of that pool, which may be closed already when they come.
        return Singles.zip(bodies, Body.class)
                .flatMap(all -> Single.fromCallable(() -> group.combine(all)).subscribeOn(cpu));
    }

    @Override
    public void close() {
        cpu.shutdown();
        Pools.stop(pool);
    }
}
