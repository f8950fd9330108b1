package io.birdseye.strategy.pekko;

import io.birdseye.fanout.AsyncBulkhead;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.model.Budget;
import io.birdseye.strategy.Strategy;
import io.birdseye.strategy.StrategyInfo;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * A typed actor for each request receives the bodies of a non-blocking client, and then the parts. Its state needs no
 * locks; the cost is an actor and about ten messages for each request.
 */
@StrategyInfo(
        name = "pekko",
        summary = "Pekko: a typed actor per request, futures piped to it, combined on the actors' dispatcher",
        waits = "nobody",
        waiter = StrategyInfo.Waiter.NOBODY,
        source = "Apache Pekko documentation, 'Interaction Patterns'",
        takeWhen = "requests share state that is kept in actors",
        avoidWhen = "futures alone can express a request",
        pools = {
            @StrategyInfo.Pool(name = "pekko-pekko.actor.default-dispatcher", cpu = true, more = 1),
            @StrategyInfo.Pool(name = "pekko-scheduler", more = 1)
        },
        simplicity = @StrategyInfo.Simplicity(rank = 250, why = "actors: messages, mailboxes and supervision for what is one method elsewhere"),
        origin = StrategyInfo.Origin.TODAY)
public final class PekkoStrategy implements Strategy.Async {

    private final ActorSystem<Serve> system;

    public PekkoStrategy(Budget budget) {
        AsyncBulkhead io = new AsyncBulkhead(budget.ioConcurrency());
        AsyncBulkhead cpu = new AsyncBulkhead(budget.cpuConcurrency());
        system = Systems.start("pekko", guardian(io, cpu), budget.cpuConcurrency() + 1);
    }

    /** Asks the guardian to spawn an actor for the request. */
    record Serve(FanOut work, CompletableFuture<Overview> answer) {}

    private static Behavior<Serve> guardian(AsyncBulkhead io, AsyncBulkhead cpu) {
        return Behaviors.setup(context -> Behaviors.receiveMessage(serve -> spawn(context, serve, io, cpu)));
    }

    private static Behavior<Serve> spawn(
            ActorContext<Serve> context, Serve serve, AsyncBulkhead io, AsyncBulkhead cpu) {
        try {
            var ignored = context.spawnAnonymous(RequestActor.create(serve.work(), serve.answer(), io, cpu));
        } catch (Throwable e) {
            // If it left the guardian, it would end the actor system.
            serve.answer().completeExceptionally(e);
        }
        return Behaviors.same();
    }

    @Override
    public CompletionStage<Overview> run(FanOut work) {
        CompletableFuture<Overview> answer = new CompletableFuture<>();
        system.tell(new Serve(work, answer));
        return answer;
    }

    @Override
    public Optional<String> down() {
        return system.whenTerminated().isCompleted() ? Optional.of("its actor system has ended") : Optional.empty();
    }

    @Override
    public void close() {
        Systems.stop(system);
    }
}
