package io.birdseye.strategy.reactor;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Monos over a blocking client, each call on a scheduler of the I/O budget: the way to use a blocking driver in a
 * reactive service. The guide's scheduler for that, {@code boundedElastic}, has ten threads for each core and queues
 * 100,000 tasks on each; the scheduler here has as many threads as the budget.
 */
@StrategyInfo(
        name = "reactor-blocking",
        summary = "Reactor: Monos over a blocking client on an I/O scheduler, combined on a CPU scheduler",
        waits = "threads of the I/O scheduler for the calls",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "Reactor 3 reference guide, FAQ 'How do I wrap a synchronous, blocking call?'",
        takeWhen = "one driver of a reactive service blocks, and everything else does not",
        avoidWhen = "everything blocks: then the chain of operators has no benefit",
        pools = {
            @StrategyInfo.Pool(name = "reactor-blocking-io", io = true),
            @StrategyInfo.Pool(name = "reactor-blocking-cpu", cpu = true)
        },
        limits = StrategyInfo.Limit.ENDS_IN_TURN,
        simplicity = @StrategyInfo.Simplicity(rank = 180, why = "a reactive library, and pools of threads for its blocking client"),
        origin = StrategyInfo.Origin.TODAY)
public final class ReactorBlockingStrategy implements Strategy.Async {

    private final ExecutorService ioPool;
    private final ExecutorService cpuPool;
    private final Scheduler io;
    private final Scheduler cpu;

    public ReactorBlockingStrategy(Budget budget) {
        ioPool = Pools.fixed("reactor-blocking-io", budget.ioConcurrency());
        cpuPool = Pools.fixed("reactor-blocking-cpu", budget.cpuConcurrency(), ioPool);
        io = Schedulers.fromExecutorService(ioPool);
        cpu = Schedulers.fromExecutorService(cpuPool);
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        List<Mono<Part>> parts = work.groups().stream().map(this::part).toList();
        return Monos.zip(parts, Part.class).map(work::join).toFuture();
    }

    private Mono<Part> part(FanOut.Group group) {
        List<Mono<Body>> bodies = group.calls().stream()
                .map(call -> Mono.fromCallable(call::fetch).subscribeOn(io)).toList();
        return Monos.zip(bodies, Body.class).publishOn(cpu).map(group::combine);
    }

    @Override
    public void close() {
        io.dispose();
        cpu.dispose();
        Pools.stop(ioPool);
        Pools.stop(cpuPool);
    }
}
