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
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The published {@link Master} with its workers and one combining actor for each group. */
@StrategyInfo(
        name = "akka-async",
        summary = "Akka as published: 6 workers, one combining actor per group, response suspended",
        waits = "the workers' threads for the calls",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "A bird's-eye view on Java concurrency frameworks (2019), section 'Akka'",
        takeWhen = "never: with akka-pooled no request waits for another's actor",
        avoidWhen = "groups are few and combinations take CPU: each group has one actor",
        pools = {
            @StrategyInfo.Pool(name = "akka-async-akka.actor.default-dispatcher", io = true, cpu = true, more = 1, remark = "for combinations one per group at most"),
            @StrategyInfo.Pool(name = "akka-async-scheduler", more = 1)
        },
        limits = {StrategyInfo.Limit.ENDS_IN_TURN, StrategyInfo.Limit.HEAD_OF_LINE_BLOCKING},
        simplicity = @StrategyInfo.Simplicity(rank = 290, why = "such actors, one for each group, through which all requests pass"),
        origin = StrategyInfo.Origin.PUBLISHED,
        publishedIo = 6,
        publishedCpu = 2)
public final class AkkaAsyncStrategy implements Strategy.Async {

    private final ActorSystem system;
    private final ActorRef master;

    public AkkaAsyncStrategy(Budget budget, Shape shape) {
        int workers = budget.ioConcurrency();
        int combiners = Math.min(budget.cpuConcurrency(), shape.groups());
        system = Actors.start("akka-async", workers + combiners + 1);
        master = Actors.first(system, Props.create(Master.class, () -> new Master(workers, combiners)));
    }

    /** One actor combines for each group. Where the budget has fewer threads, groups share actors. */
    public static Topology topology(Budget budget, Shape shape) {
        Topology.Pool combiners = budget.cpuConcurrency() < shape.groups()
                ? Topology.Pool.shared(budget.cpuConcurrency())
                : Topology.Pool.dedicated(Collections.nCopies(shape.groups(), 1));
        return Topology.inParallel(Topology.Pool.shared(budget.ioConcurrency()), combiners);
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        CompletableFuture<Overview> answer = new CompletableFuture<>();
        master.tell(new Messages.Request(work, answer), ActorRef.noSender());
        return answer;
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
