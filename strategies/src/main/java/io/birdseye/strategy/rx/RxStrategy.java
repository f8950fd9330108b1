package io.birdseye.strategy.rx;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Bulkhead;
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
import java.util.concurrent.RejectedExecutionException;

/**
 * Calls as {@code Single}s on a scheduler over one pool, combined on the thread that fetched the last body. As
 * published, each zip is subscribed on the pool too: a request takes three more tasks of the pool, and its calls are
 * queued only when those have run. The article's table gives the pool 16 threads, its listing 8; the value here is that
 * of the table.
 */
@StrategyInfo(
        name = "rx",
        summary = "RxJava 2: calls subscribed on one pool, zipped where the last one ends, response suspended",
        waits = "pool threads for the calls",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "A bird's-eye view on Java concurrency frameworks (2019), section 'Rx-Java'",
        takeWhen = "the code uses RxJava 2, its clients block, and combinations are cheap",
        avoidWhen = "the code is new: RxJava 2 has not been maintained since 2021; or combinations take CPU time: they hold"
                + " threads that calls need",
        pools = @StrategyInfo.Pool(name = "rx", io = true),
        limits = StrategyInfo.Limit.ENDS_IN_TURN,
        simplicity = @StrategyInfo.Simplicity(rank = 270, why = "RxJava 2, and pools of threads for its blocking client"),
        origin = StrategyInfo.Origin.PUBLISHED,
        publishedIo = 16,
        publishedCpu = 16)
public final class RxStrategy implements Strategy.Async {

    private final ExecutorService pool;
    private final Scheduler scheduler;
    private final Bulkhead cpu;

    public RxStrategy(Budget budget) {
        pool = Pools.fixed("rx", budget.ioConcurrency());
        scheduler = Schedulers.from(this::onPool);
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        CompletableFuture<Overview> answer = new CompletableFuture<>();
        List<Single<Part>> parts = work.groups().stream().map(this::part).toList();
        var ignored = Singles.zip(parts, Part.class)
                .map(work::join).subscribeOn(scheduler).subscribe(answer::complete, answer::completeExceptionally);
        return answer;
    }

    private Single<Part> part(FanOut.Group group) {
        List<Single<Body>> bodies = group.calls().stream()
                .map(call -> Single.fromCallable(call::fetch).subscribeOn(scheduler)).toList();
        return Singles.zip(bodies, Body.class).map(all -> cpu.call(() -> group.combine(all))).subscribeOn(scheduler);
    }

    /** A zip that begins while the pool is closed makes its calls itself: they find that the request was given up. */
    private void onPool(Runnable task) {
        try {
            pool.execute(task);
        } catch (RejectedExecutionException closed) {
            task.run();
        }
    }

    @Override
    public void close() {
        scheduler.shutdown();
        Pools.stop(pool);
    }
}
