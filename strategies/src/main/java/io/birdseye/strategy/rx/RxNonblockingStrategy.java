package io.birdseye.strategy.rx;

import io.birdseye.fanout.AsyncBulkhead;
import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import io.reactivex.Scheduler;
import io.reactivex.Single;
import io.reactivex.schedulers.Schedulers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/**
 * {@link RxStrategy} with a non-blocking client and a separate scheduler for combinations, as the library is meant to
 * be used. No thread waits; the only threads are those that compute.
 */
@StrategyInfo(
        name = "rx-nonblocking",
        summary = "rx over a non-blocking client, combined on a CPU scheduler, response suspended",
        waits = "nobody",
        waiter = StrategyInfo.Waiter.NOBODY,
        source = "repairs 'Rx-Java' of the bird's-eye view (2019)",
        takeWhen = "the code uses RxJava 2 and cannot be migrated",
        avoidWhen = "the code is new: RxJava 2 has not been maintained since 2021",
        pools = @StrategyInfo.Pool(name = "rx-nonblocking-cpu", cpu = true),
        simplicity = @StrategyInfo.Simplicity(rank = 260, why = "RxJava 2, which is no longer maintained"),
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
        var ignored = Singles.zip(work.groups().stream().map(group -> part(work, group)), Part.class)
                .map(work::join).subscribe(answer::complete, answer::completeExceptionally);
        return answer;
    }

    private Single<Part> part(FanOut work, FanOut.Group group) {
        var bodies = group.calls().stream()
                .map(call -> Singles.following(() -> io.call(work.cancellation(), call::fetchAsync)));
        // Not observeOn(cpu): it would deliver failures on the pool, too, and the pool may be closed already.
        return Singles.zip(bodies, Body.class)
                .flatMap(all -> Single.fromCallable(() -> group.combine(all)).subscribeOn(cpu));
    }

    @Override
    public void close() {
        cpu.shutdown();
        Pools.stop(pool);
    }
}
