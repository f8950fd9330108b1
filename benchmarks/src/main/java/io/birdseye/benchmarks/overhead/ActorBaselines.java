package io.birdseye.benchmarks.overhead;

import akka.actor.AbstractActor;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import java.util.List;
import java.util.stream.Stream;

/** Actors that live as long as their system, one for each task; a message is the task that the actor runs. */
final class ActorBaselines {

    private static final int GROUPS = 2;
    private static final int CALLS = 4;
    private static final String DISPATCHER = "baseline.dispatcher";

    private ActorBaselines() {}

    private static final class AkkaActor extends AbstractActor {
        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Runnable.class, Runnable::run).build();
        }
    }

    /** Akka: actors call, and the last call of a group sends the combination to another. */
    static Baseline akka() {
        var system = akka.actor.ActorSystem.create(
                "baseline", config("akka", Baseline.IO_THREADS + Baseline.CPU_THREADS, Map.of()));
        var props = akka.actor.Props.create(AkkaActor.class, AkkaActor::new).withDispatcher(DISPATCHER);
        List<Executor> actors = Stream.generate(() -> system.actorOf(props))
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
        return request.closedBy(() -> {
            var _ = system.terminate();
            awaitEnd(system.getWhenTerminated());
        });
    }

    /** Pekko: a non-blocking client, and an actor for each group that combines. */
    static Baseline pekko() {
        ActorSystem<Runnable> system = ActorSystem.create(
                Behaviors.empty(), "baseline",
                config("pekko", Baseline.CPU_THREADS, Map.of("pekko.use-slf4j", "off")));
        Behavior<Runnable> combiner = Behaviors.receiveMessage(task -> {
            task.run();
            return Behaviors.same();
        });
        List<ActorRef<Runnable>> combiners = Stream.of("first", "second")
                .map(name -> system.systemActorOf(combiner, name, DispatcherSelector.fromConfig(DISPATCHER)))
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
        return request.closedBy(() -> {
            system.terminate();
            awaitEnd(system.getWhenTerminated());
        });
    }

    private static Config config(String library, int threads, Map<String, Object> more) {
        return ConfigFactory.parseMap(Map.of(
                        library + ".daemonic", "on",
                        library + ".stdout-loglevel", "ERROR",
                        library + ".loglevel", "ERROR",
                        library + ".jvm-shutdown-hooks", "off",
                        DISPATCHER + ".type", "Dispatcher",
                        DISPATCHER + ".executor", "thread-pool-executor",
                        DISPATCHER + ".thread-pool-executor.fixed-pool-size", threads,
                        DISPATCHER + ".throughput", 1))
                .withFallback(ConfigFactory.parseMap(more))
                .withFallback(ConfigFactory.load());
    }

    private static void awaitEnd(CompletionStage<?> terminated) {
        try {
            var _ = terminated.toCompletableFuture().get(5, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the actor system does not end", e);
        }
    }
}
