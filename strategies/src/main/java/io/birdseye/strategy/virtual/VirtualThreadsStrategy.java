package io.birdseye.strategy.virtual;

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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A virtual thread for every request, group and call, with plain blocking code. A waiting call costs a few hundred
 * bytes of stack instead of a thread of the operating system, so only the bulkheads bound the number of calls: without
 * them the calls to a slow upstream would accumulate without end.
 *
 * <p>Virtual threads are not preempted: a combination holds its carrier thread until it ends. So there must be more
 * carriers than permits for combinations ({@code -Djdk.virtualThreadScheduler.parallelism}); otherwise no carrier is
 * left to read the bodies that arrive. The service starts with twice as many carriers as cores.
 */
@StrategyInfo(
        name = "virtual-threads",
        summary = "a virtual thread for every task, semaphores for the budget, response suspended",
        waits = "virtual threads for the calls and for one another",
        waiter = StrategyInfo.Waiter.VIRTUAL_THREAD,
        source = "JEP 444: Virtual Threads (2023)",
        takeWhen = "you want plain blocking code, and thousands of requests wait at once",
        avoidWhen = "blocking clients or drivers pin their carrier thread in native code",
        simplicity = @StrategyInfo.Simplicity(rank = 20, why = "blocking code with a virtual thread for each call: no pool of threads to size"),
        origin = StrategyInfo.Origin.TODAY)
public final class VirtualThreadsStrategy implements Strategy.Async {

    private final ExecutorService threads =
            Executors.newThreadPerTaskExecutor(Pools.virtualThreads("virtual-threads"));
    private final Bulkhead io;
    private final Bulkhead cpu;

    public VirtualThreadsStrategy(Budget budget) {
        io = new Bulkhead(budget.ioConcurrency());
        cpu = new Bulkhead(budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        CompletableFuture<Overview> answer = new CompletableFuture<>();
        threads.execute(() -> {
            try {
                answer.complete(overview(work));
            } catch (Throwable e) {
                // Errors too: a virtual thread whose carrier cannot be started throws one.
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    private Overview overview(FanOut work) throws ExecutionException, InterruptedException {
        return work.join(Futures.await(work.groups().stream()
                .map(group -> threads.submit(() -> part(work, group)))
                .toList()));
    }

    private Part part(FanOut work, FanOut.Group group) throws Exception {
        List<Body> bodies = Futures.await(group.calls().stream()
                .map(call -> threads.submit(() -> io.call(work.cancellation(), call::fetch)))
                .toList());
        return cpu.call(work.cancellation(), () -> group.combine(bodies));
    }

    @Override
    public void close() {
        Pools.stop(threads);
    }
}
