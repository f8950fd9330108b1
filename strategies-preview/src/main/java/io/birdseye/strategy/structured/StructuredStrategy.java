package io.birdseye.strategy.structured;

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
import java.util.concurrent.StructuredTaskScope.Joiner;
import java.util.concurrent.StructuredTaskScope.Subtask;
import java.util.concurrent.StructuredTaskScope;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;

/**
 * Virtual threads in scopes: the groups of a request are subtasks of one scope, the calls of a group subtasks of
 * another. A scope ends only when all its subtasks have ended, and interrupts the others when one fails, so no task
 * outlives its request; other strategies need code of their own for that. It is a preview feature that changes with
 * every JDK.
 */
@StrategyInfo(
        name = "structured",
        summary = "structured concurrency: virtual threads in nested scopes, bulkheads for the budget",
        waits = "virtual threads for the calls and for one another",
        waiter = StrategyInfo.Waiter.VIRTUAL_THREAD,
        source = "JEP 505: Structured Concurrency, Fifth Preview (2025)",
        takeWhen = "you want virtual threads, and tasks that end with the first failure of another task",
        avoidWhen = "preview features are not allowed",
        simplicity = @StrategyInfo.Simplicity(rank = 70, why = "the clearest code for a fan-out, but its API is a preview: it needs a flag and may change"),
        origin = StrategyInfo.Origin.TODAY)
public final class StructuredStrategy implements Strategy.Async {

    private final ThreadFactory factory = Pools.virtualThreads("structured");
    private final ExecutorService requests = Executors.newThreadPerTaskExecutor(factory);
    private final Bulkhead io;
    private final Bulkhead cpu;

    public StructuredStrategy(Budget budget) {
        io = new Bulkhead(budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        // Each scope wraps a failure once, so two scopes wrap it twice.
        return Futures.call(requests, StructuredTaskScope.FailedException.class, () ->
                work.join(all(work.groups().stream().map(group -> () -> part(work, group)))));
    }

    private Part part(FanOut work, FanOut.Group group) throws Exception {
        List<Body> bodies = all(group.calls().stream().map(call -> () -> io.call(work.cancellation(), call::fetch)));
        return cpu.call(work.cancellation(), () -> group.combine(bodies));
    }

    private <T> List<T> all(Stream<Callable<T>> tasks) throws InterruptedException {
        try (var scope = StructuredTaskScope.open(
                Joiner.<T>allSuccessfulOrThrow(), settings -> settings.withThreadFactory(factory))) {
            tasks.forEach(scope::fork);
            return scope.join().map(Subtask::get).toList();
        }
    }

    @Override
    public void close() {
        Pools.stop(requests);
    }
}
