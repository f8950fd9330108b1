package io.birdseye.strategy.rx4;

import io.birdseye.fanout.AsyncBulkhead;
import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import io.reactivex.rxjava4.core.Scheduler;
import io.reactivex.rxjava4.core.Single;
import io.reactivex.rxjava4.schedulers.Schedulers;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/**
 * Singles over a non-blocking client: a call that waits holds no thread, and combinations run on a scheduler of the CPU
 * budget. The operators are those of {@code rx3-nonblocking}, so that a difference between the two is the library's.
 */
@StrategyInfo(
        name = "rx4-nonblocking",
        summary = "RxJava 4 (alpha): Singles over a non-blocking client, combined on a CPU scheduler, response suspended",
        waits = "nobody",
        waiter = StrategyInfo.Waiter.NOBODY,
        source = "RxJava 4.0.0-alpha documentation",
        takeWhen = "you want to know what a move from RxJava 3 will bring",
        avoidWhen = "the code goes to production: the version is an alpha, and JDK 26 has no long support",
        pools = @StrategyInfo.Pool(name = "rx4-nonblocking-cpu", cpu = true),
        simplicity = @StrategyInfo.Simplicity(rank = 200, why = "the same in a version that is not final and needs a later JDK"),
        origin = StrategyInfo.Origin.TODAY,
        leastJdk = 26)
public final class Rx4NonblockingStrategy implements Strategy.Async {

    private final AsyncBulkhead io;
    private final ExecutorService pool;
    private final Scheduler cpu;

    public Rx4NonblockingStrategy(Budget budget) {
        io = new AsyncBulkhead(budget.ioConcurrency());
        pool = Pools.fixed("rx4-nonblocking-cpu", budget.cpuConcurrency());
        cpu = Schedulers.from(pool);
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        return Singles.zip(work.groups().stream().map(group -> part(work, group)), Part.class).map(work::join).toCompletionStage();
    }

    private Single<Part> part(FanOut work, FanOut.Group group) {
        var bodies = group.calls().stream()
                .map(call -> Single.defer(
                        () -> Single.fromCompletionStage(io.call(work.cancellation(), call::fetchAsync))));
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
