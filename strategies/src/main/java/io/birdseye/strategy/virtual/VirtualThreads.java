package io.birdseye.strategy.virtual;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.Cancellation;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.strategy.Bulkhead;
import io.birdseye.strategy.Futures;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A virtual thread for every request, group and call. A subclass says how a call waits until the budget allows it. */
abstract class VirtualThreads implements Strategy.Async {

    private final ExecutorService threads;
    private final Bulkhead cpu;

    VirtualThreads(String name, int combinations) {
        threads = Executors.newThreadPerTaskExecutor(Pools.virtualThreads(name));
        cpu = new Bulkhead(combinations);
    }

    /** Fetches the body on the calling thread, which serves no other request, once the budget allows the call. */
    abstract Body fetch(Cancellation request, FanOut.Call call) throws Exception;

    @Override
    public final CompletionStage<Overview> run(FanOut work) {
        return Futures.call(threads, ExecutionException.class, () -> work.join(Futures.await(work.groups().stream()
                .map(group -> threads.submit(() -> part(work, group)))
                .toList())));
    }

    private Part part(FanOut work, FanOut.Group group) throws Exception {
        List<Body> bodies = Futures.await(group.calls().stream()
                .map(call -> threads.submit(() -> fetch(work.cancellation(), call)))
                .toList());
        return cpu.call(work.cancellation(), () -> group.combine(bodies));
    }

    @Override
    public void close() {
        Pools.stop(threads);
    }
}
