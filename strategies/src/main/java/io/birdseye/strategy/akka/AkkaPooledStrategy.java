package io.birdseye.strategy.akka;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.routing.FromConfig;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.strategy.Budget;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * An actor for each request, one balancing pool of workers for the calls and one for the combinations: no task waits
 * behind a busy worker while another is idle, and no single actor has to work for all requests.
 */
@StrategyInfo(
        name = "akka-pooled",
        summary = "akka with an actor per request, and balancing pools of workers for calls and combinations",
        waits = "the I/O workers' threads for the calls",
        source = "repairs 'Akka' of the bird's-eye view (2019)",
        takeWhen = "the code base is on Akka 2.6 actors, and its clients block",
        avoidWhen = "you start anew: later Akka is not open source, and a pool does this with less",
        pools = {
            "akka-pooled-BalancingPool-/io: I/O budget",
            "akka-pooled-BalancingPool-/cpu: CPU budget",
            "akka-pooled-akka.actor.default-dispatcher: 1",
            "akka-pooled-akka.actor.internal-dispatcher: 1",
            "akka-pooled-scheduler: 1"
        },
        limits = StrategyInfo.Limit.ENDS_IN_TURN,
        client = StrategyInfo.Client.BLOCKING,
        origin = StrategyInfo.Origin.REPAIRED)
public final class AkkaPooledStrategy implements Strategy.Async {

    private final ActorSystem system;
    private final ActorRef receptionist;

    public AkkaPooledStrategy(Budget budget) {
        system = Actors.pooledSystem("akka-pooled", budget.ioConcurrency(), budget.cpuConcurrency());
        ActorRef io = system.actorOf(
                FromConfig.getInstance().props(Props.create(Worker.class, Worker::new)), Actors.IO_POOL);
        ActorRef cpu = system.actorOf(
                FromConfig.getInstance().props(Props.create(Combiner.class, Combiner::new)), Actors.CPU_POOL);
        receptionist = system.actorOf(Props.create(Receptionist.class, () -> new Receptionist(io, cpu)));
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        CompletableFuture<Overview> answer = new CompletableFuture<>();
        receptionist.tell(new Messages.Request(work, answer), ActorRef.noSender());
        return answer;
    }

    @Override
    public void close() {
        Actors.stop(system);
    }
}
