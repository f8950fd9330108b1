package io.birdseye.strategy.jox;

import com.softwaremill.jox.structured.JoxScopeExecutionException;
import com.softwaremill.jox.structured.Par;
import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Bulkhead;
import io.birdseye.strategy.Futures;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The scopes of Jox: the groups of a request run in parallel in one, the calls of a group in another. A scope ends only
 * when all its forks have ended, and cancels the others when one fails. The library keeps its interface where the
 * JDK's changes with every version; it costs one more virtual thread for each scope, and a failure is wrapped once more.
 */
@StrategyInfo(
        name = "jox",
        summary = "Jox: virtual threads in nested supervised scopes, bulkheads for the budget",
        waits = "virtual threads for the calls and for one another",
        waiter = StrategyInfo.Waiter.VIRTUAL_THREAD,
        source = "Jox documentation, 'Structured concurrency' (SoftwareMill)",
        takeWhen = "you want structured concurrency today, and an API that stays while the JDK's preview changes",
        avoidWhen = "preview features are not allowed: Jox is built on one",
        simplicity = @StrategyInfo.Simplicity(rank = 80, why = "the same with a library on top of that preview, which hides its changes"),
        origin = StrategyInfo.Origin.TODAY)
public final class JoxStrategy implements Strategy.Async {

    private final ExecutorService requests = Executors.newThreadPerTaskExecutor(Pools.virtualThreads("jox"));
    private final Bulkhead io;
    private final Bulkhead cpu;

    public JoxStrategy(Budget budget) {
        io = new Bulkhead(budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        // Each scope wraps a failure once, so two scopes wrap it twice.
        return Futures.call(requests, JoxScopeExecutionException.class, () -> work.join(Par.par(work.groups().stream()
                .<Callable<Part>>map(group -> () -> part(work, group))
                .toList())));
    }

    private Part part(FanOut work, FanOut.Group group) throws Exception {
        List<Body> bodies = Par.par(group.calls().stream()
                .<Callable<Body>>map(call -> () -> io.call(work.cancellation(), call::fetch))
                .toList());
        return cpu.call(work.cancellation(), () -> group.combine(bodies));
    }

    @Override
    public void close() {
        Pools.stop(requests);
    }
}
