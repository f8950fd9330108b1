package io.birdseye.strategy.virtual;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.FanOut;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Bulkhead;
import io.birdseye.strategy.StrategyInfo;

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
public final class VirtualThreadsStrategy extends VirtualThreads {

    private final Bulkhead io;

    public VirtualThreadsStrategy(Budget budget) {
        super("virtual-threads", budget.cpuConcurrency());
        io = new Bulkhead(budget.ioConcurrency());
    }

    @Override
    Body fetch(Cancellation request, FanOut.Call call) throws Exception {
        return io.call(request, call::fetch);
    }
}
