package io.birdseye.strategy.rx3;

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
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;

/**
 * Singles over a blocking client, each call on a scheduler of the I/O budget. {@code Schedulers.io()}, which most
 * examples use for this, creates a thread for every call that waits, without a bound.
 */
@StrategyInfo(
        name = "rx3",
        summary = "RxJava 3: Singles over a blocking client on an I/O scheduler, combined on a CPU scheduler",
        waits = "threads of the I/O scheduler for the calls",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "RxJava 3 documentation",
        takeWhen = "the code uses RxJava, and its clients block",
        avoidWhen = "the calls are slow and many: each call that waits holds a thread",
        pools = {@StrategyInfo.Pool(name = "rx3-io", io = true), @StrategyInfo.Pool(name = "rx3-cpu", cpu = true)},
        limits = StrategyInfo.Limit.ENDS_IN_TURN,
        simplicity = @StrategyInfo.Simplicity(rank = 220, why = "a reactive library with such a handler, and pools of threads for its blocking client"),
        origin = StrategyInfo.Origin.TODAY)
public final class Rx3Strategy implements Strategy.Async {

    private final ExecutorService ioPool;
    private final ExecutorService cpuPool;
    private final Scheduler io;
    private final Scheduler cpu;

    public Rx3Strategy(Budget budget) {
        ioPool = Pools.fixed("rx3-io", budget.ioConcurrency());
        cpuPool = Pools.fixed("rx3-cpu", budget.cpuConcurrency(), ioPool);
        io = Schedulers.from(ioPool);
        cpu = Schedulers.from(cpuPool);
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        List<Single<Part>> parts = work.groups().stream().map(this::part).toList();
        return Singles.zip(parts, Part.class).map(work::join).toCompletionStage();
    }

    private Single<Part> part(FanOut.Group group) {
        List<Single<Body>> bodies = group.calls().stream()
                .map(call -> Single.fromCallable(call::fetch).subscribeOn(io)).toList();
        // Not observeOn(cpu): it would deliver failures on the pool, too, and the pool may be closed already.
        return Singles.zip(bodies, Body.class)
                .flatMap(all -> Single.fromCallable(() -> group.combine(all)).subscribeOn(cpu));
    }

    @Override
    public void close() {
        io.shutdown();
        cpu.shutdown();
        Pools.stop(ioPool);
        Pools.stop(cpuPool);
    }
}
