package io.birdseye.strategy.rx3;

import io.birdseye.fanout.AsyncBulkhead;
import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/**
 * Singles over a non-blocking client: a call that waits holds no thread, and combinations are observed on a scheduler
 * of the CPU budget. Each request builds its chain of operators.
 */
@StrategyInfo(
        name = "rx3-nonblocking",
        summary = "RxJava 3: Singles over a non-blocking client, combined on a CPU scheduler, response suspended",
        waits = "nobody",
        waiter = StrategyInfo.Waiter.NOBODY,
        source = "RxJava 3 documentation",
        takeWhen = "the code uses RxJava, and its clients do not block",
        avoidWhen = "the team prefers imperative code, or there are few steps",
        pools = @StrategyInfo.Pool(name = "rx3-nonblocking-cpu", cpu = true),
        simplicity = @StrategyInfo.Simplicity(rank = 190, why = "a reactive library in which a second failure needs a handler of its own"),
        origin = StrategyInfo.Origin.TODAY)
public final class Rx3NonblockingStrategy implements Strategy.Async {

    private final AsyncBulkhead io;
    private final ExecutorService pool;
    private final Scheduler cpu;

    public Rx3NonblockingStrategy(Budget budget) {
        io = new AsyncBulkhead(budget.ioConcurrency());
        pool = Pools.fixed("rx3-nonblocking-cpu", budget.cpuConcurrency());
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
