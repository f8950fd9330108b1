package io.birdseye.strategy.rx4;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Bulkhead;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import io.reactivex.rxjava4.core.Scheduler;
import io.reactivex.rxjava4.core.Single;
import io.reactivex.rxjava4.schedulers.Schedulers;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Singles over a blocking client, each call on a virtual thread of its own, and each combination on that of the last
 * call. RxJava 4 has a scheduler for this, {@code Schedulers.virtual()}, but all users of a JVM share it and nobody can
 * close it; here its threads are the strategy's.
 */
@StrategyInfo(
        name = "rx4-virtual",
        summary = "RxJava 4 (alpha): Singles over a blocking client on virtual threads, bulkheads for the budget",
        waits = "virtual threads for the calls",
        waiter = StrategyInfo.Waiter.VIRTUAL_THREAD,
        source = "RxJava 4.0.0-alpha documentation, 'Schedulers.virtual()'",
        takeWhen = "you want to know whether RxJava needs a non-blocking client any more",
        avoidWhen = "the code goes to production: the version is an alpha, and JDK 26 has no long support",
        simplicity = @StrategyInfo.Simplicity(rank = 210, why = "such a version, and virtual threads under it, which do without it"),
        origin = StrategyInfo.Origin.TODAY,
        leastJdk = 26)
public final class Rx4VirtualStrategy implements Strategy.Async {

    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(Pools.virtualThreads("rx4-virtual"));
    private final Scheduler scheduler = Schedulers.from(threads);
    private final Bulkhead io;
    private final Bulkhead cpu;

    public Rx4VirtualStrategy(Budget budget) {
        io = new Bulkhead(budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        List<Single<Part>> parts = work.groups().stream().map(group -> part(work, group)).toList();
        return Singles.zip(parts, Part.class).map(work::join).toCompletionStage();
    }

    private Single<Part> part(FanOut work, FanOut.Group group) {
        List<Single<Body>> bodies = group.calls().stream()
                .map(call -> Single.fromCallable(() -> io.call(work.cancellation(), call::fetch)).subscribeOn(scheduler))
                .toList();
        return Singles.zip(bodies, Body.class).map(all -> cpu.call(work.cancellation(), () -> group.combine(all)));
    }

    @Override
    public void close() {
        scheduler.shutdown();
        Pools.stop(threads);
    }
}
