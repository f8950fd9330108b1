package io.birdseye.benchmarks.overhead;

import akka.actor.AbstractActor;
import akka.actor.Props;
import io.birdseye.strategy.akka.Actors;
import io.birdseye.strategy.pekko.Systems;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * Actors that live as long as their system, with the settings of the strategies; a message is the task that one runs.
 */
final class ActorBaselines {

    private static final int GROUPS = 2;
    private static final int CALLS = 4;

    private ActorBaselines() {}

    private static final class AkkaActor extends AbstractActor {
        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Runnable.class, Runnable::run).build();
        }
    }

    /** Akka: actors call, and the last call of a group sends the combination to another. */
    static Baseline akka() {
        var system = Actors.start("baseline", Baseline.IO_THREADS + Baseline.CPU_THREADS);
        List<Executor> actors = Stream.generate(() -> system.actorOf(Props.create(AkkaActor.class, AkkaActor::new)))
                .<Executor>map(actor -> task -> actor.tell(task, akka.actor.ActorRef.noSender()))
                .limit(GROUPS + CALLS)
                .toList();
        Baseline request = work -> {
            Gathering gathering = new Gathering(work);
            gathering.eachCall((group, call) -> actors.get(GROUPS + 2 * group + call).execute(() -> {
                if (gathering.fetch(group, call)) {
                    actors.get(group).execute(() -> gathering.combine(group));
                }
            }));
            return gathering.await();
        };
        return request.closedBy(() -> Actors.stop(system));
    }

    /** Pekko: a non-blocking client, and an actor for each group that combines. */
    static Baseline pekko() {
        ActorSystem<Runnable> system = Systems.start("baseline", Behaviors.empty(), Baseline.CPU_THREADS);
        Behavior<Runnable> combiner = Behaviors.receiveMessage(task -> {
            task.run();
            return Behaviors.same();
        });
        List<ActorRef<Runnable>> combiners = Stream.of("first", "second")
                .map(name -> system.systemActorOf(combiner, name, org.apache.pekko.actor.typed.Props.empty()))
                .toList();
        Baseline request = work -> {
            Gathering gathering = new Gathering(work);
            gathering.eachCall((group, call) -> {
                var _ = work.groups().get(group).calls().get(call).fetchAsync().thenAccept(body -> {
                    if (gathering.fetched(group, call, body)) {
                        combiners.get(group).tell(() -> gathering.combine(group));
                    }
                });
            });
            return gathering.await();
        };
        return request.closedBy(() -> Systems.stop(system));
    }
}
