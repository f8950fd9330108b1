package io.birdseye.strategy.akka;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Shape;
import io.birdseye.model.Budget;
import io.birdseye.model.Topology;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The published {@link Master} and its round-robin workers; the HTTP thread waits. One actor combines for all
 * requests, so that all combinations together use one core at most.
 */
@StrategyInfo(
        name = "akka",
        summary = "Akka as published: 8 round-robin workers, one master that combines, HTTP thread blocked",
        waits = "the workers' threads for the calls, the HTTP thread for the master",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "A bird's-eye view on Java concurrency frameworks (2019), section 'Akka'",
        takeWhen = "never: with akka-pooled no request waits for another's actor",
        avoidWhen = "combinations take CPU time: one actor runs them all",
        pools = {
            @StrategyInfo.Pool(name = "akka-akka.actor.default-dispatcher", io = true, more = 1),
            @StrategyInfo.Pool(name = "akka-scheduler", more = 1)
        },
        simplicity = @StrategyInfo.Simplicity(rank = 300, why = "such actors, one that combines for all requests, and an HTTP thread that waits"),
        origin = StrategyInfo.Origin.PUBLISHED,
        publishedIo = 8,
        publishedCpu = 1)
public final class AkkaStrategy implements Strategy.Blocking {

    private final ActorSystem system;
    private final ActorRef master;

    public AkkaStrategy(Budget budget) {
        int workers = budget.ioConcurrency();
        system = Actors.start("akka", workers + 1);
        master = Actors.first(system, Props.create(Master.class, () -> new Master(workers, 0)));
    }

    /** One actor combines, also where the budget allows more. */
    public static Topology topology(Budget budget, Shape shape) {
        return Topology.inParallel(Topology.Pool.shared(budget.ioConcurrency()), Topology.Pool.shared(1));
    }

    @Override
    public Overview run(FanOut work) throws Exception {
        CompletableFuture<Overview> answer = new CompletableFuture<>();
        master.tell(new Master.Request(work, answer), ActorRef.noSender());
        return answer.get();
    }

    @Override
    public Optional<String> down() {
        return Actors.down(system);
    }

    @Override
    public void close() {
        Actors.stop(system);
    }
}
