package io.birdseye.strategy.mutiny;

import io.birdseye.fanout.AsyncBulkhead;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Pools;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import io.smallrye.mutiny.CompositeException;
import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;

/**
 * Unis over a non-blocking client, as in Quarkus: a call that waits holds no thread, and combinations are emitted on a
 * pool of the CPU budget. The operators' names read like sentences; each request builds its chain of operators.
 */
@StrategyInfo(
        name = "mutiny",
        summary = "Mutiny: Unis over a non-blocking client, combined on a CPU pool, response suspended",
        waits = "nobody",
        waiter = StrategyInfo.Waiter.NOBODY,
        source = "SmallRye Mutiny guides",
        takeWhen = "the service runs on Quarkus and its clients are reactive",
        avoidWhen = "the service does not run on Quarkus: the library is rarely used elsewhere",
        pools = @StrategyInfo.Pool(name = "mutiny-cpu", cpu = true),
        simplicity = @StrategyInfo.Simplicity(rank = 160, why = "a reactive library with few operators; rarely used outside Quarkus"),
        origin = StrategyInfo.Origin.TODAY)
public final class MutinyStrategy implements Strategy.Async {

    private final AsyncBulkhead io;
    private final ExecutorService cpu;

    public MutinyStrategy(Budget budget) {
        io = new AsyncBulkhead(budget.ioConcurrency());
        cpu = Pools.fixed("mutiny-cpu", budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        return all(work.groups().stream().map(group -> part(work, group))).map(work::join).subscribeAsCompletionStage();
    }

    private Uni<Part> part(FanOut work, FanOut.Group group) {
        var bodies = group.calls().stream()
                .map(call -> Uni.createFrom().completionStage(() -> io.call(work.cancellation(), call::fetchAsync)));
        return all(bodies).emitOn(cpu).map(group::combine);
    }

    /**
     * All items in order, or the first failure once all have ended. Failing fast would cancel the others, and the
     * failure of a cancelled one goes to a handler of the whole JVM. The fan-out ends the others anyway.
     */
    private static <T> Uni<List<T>> all(Stream<Uni<T>> unis) {
        return Uni.join()
                .all(unis.toList())
                .andCollectFailures()
                .onFailure(CompositeException.class)
                .transform(several -> ((CompositeException) several).getCauses().getFirst());
    }

    @Override
    public void close() {
        Pools.stop(cpu);
    }
}
