package io.birdseye.strategy.akka;

import akka.actor.ActorSystem;
import akka.actor.Props;
import io.birdseye.fanout.AsyncBulkhead;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * An actor for each request receives its bodies and parts. All calls and combinations run on the threads of one
 * dispatcher: no task waits for a busy worker while another worker is idle, and no actor works for all requests.
 */
@StrategyInfo(
        name = "akka-pooled",
        summary = "akka with an actor per request, calls and combinations in one pool, futures piped",
        waits = "threads of the pool for the calls",
        waiter = StrategyInfo.Waiter.POOL_THREAD,
        source = "repairs 'Akka' of the bird's-eye view (2019)",
        takeWhen = "the code uses Akka 2.6 actors, and its clients block",
        avoidWhen = "the code is new: later versions of Akka are not open source, and a plain pool is simpler",
        pools = {
            @StrategyInfo.Pool(name = "akka-pooled-akka.actor.default-dispatcher", io = true, cpu = true, more = 1),
            @StrategyInfo.Pool(name = "akka-pooled-scheduler", more = 1)
        },
        simplicity = @StrategyInfo.Simplicity(rank = 280, why = "actors, of a version of Akka that is no longer maintained"),
        origin = StrategyInfo.Origin.REPAIRED)
public final class AkkaPooledStrategy implements Strategy.Async {

    private final ActorSystem system;
    private final AsyncBulkhead io;
    private final AsyncBulkhead cpu;

    public AkkaPooledStrategy(Budget budget) {
        system = Actors.start("akka-pooled", budget.ioConcurrency() + budget.cpuConcurrency() + 1);
        io = new AsyncBulkhead(budget.ioConcurrency());
        cpu = new AsyncBulkhead(budget.cpuConcurrency());
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        CompletableFuture<Overview> answer = new CompletableFuture<>();
        var request = new Master.Request(work, answer);
        var ignored = system.actorOf(Props.create(RequestActor.class, () -> new RequestActor(request, io, cpu)));
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
