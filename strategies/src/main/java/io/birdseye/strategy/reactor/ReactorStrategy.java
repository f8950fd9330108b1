package io.birdseye.strategy.reactor;

import io.birdseye.fanout.AsyncBulkhead;
import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Monos over a non-blocking client, as in Spring WebFlux: a call that waits holds no thread, and combinations are
 * published on a scheduler of the CPU budget. Each request builds its chain of operators, and the stack trace of a
 * failure shows operators instead of callers.
 */
@StrategyInfo(
        name = "reactor",
        summary = "Reactor: Monos over a non-blocking client, combined on a CPU scheduler, response suspended",
        waits = "nobody",
        waiter = StrategyInfo.Waiter.NOBODY,
        source = "Reactor 3 reference guide",
        takeWhen = "the service is reactive already, or streams with back-pressure",
        avoidWhen = "a step blocks, or the team prefers imperative code",
        pools = @StrategyInfo.Pool(name = "reactor-cpu", cpu = true),
        simplicity = @StrategyInfo.Simplicity(rank = 170, why = "a reactive library with many operators, whose rules every reader must know"),
        origin = StrategyInfo.Origin.TODAY)
public final class ReactorStrategy implements Strategy.Async {

    private final AsyncBulkhead io;
    private final ExecutorService pool;
    private final Scheduler cpu;

    public ReactorStrategy(Budget budget) {
        io = new AsyncBulkhead(budget.ioConcurrency());
        pool = Pools.fixed("reactor-cpu", budget.cpuConcurrency());
        cpu = Schedulers.fromExecutorService(pool);
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        return Monos.zip(work.groups().stream().map(group -> part(work, group)), Part.class).map(work::join).toFuture();
    }

    private Mono<Part> part(FanOut work, FanOut.Group group) {
        var bodies = group.calls().stream()
                .map(call -> Mono.fromFuture(() -> io.call(work.cancellation(), call::fetchAsync)));
        return Monos.zip(bodies, Body.class).publishOn(cpu).map(group::combine);
    }

    @Override
    public void close() {
        cpu.dispose();
        Pools.stop(pool);
    }
}
