package io.birdseye.benchmarks.overhead;

import com.typesafe.config.ConfigFactory;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.DispatcherSelector;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** A non-blocking client, and an actor for each group that combines. */
final class PekkoBaseline implements Baseline {

    private static final String DISPATCHER = "baseline.dispatcher";

    private final ActorSystem<List<ActorRef<Combine>>> system;
    private final List<ActorRef<Combine>> combiners = new ArrayList<>();

    private record Combine(Gathering gathering, int group) {}

    PekkoBaseline() {
        Map<String, Object> settings = Map.of(
                "pekko.daemonic", "on",
                "pekko.use-slf4j", "off",
                "pekko.stdout-loglevel", "ERROR",
                "pekko.loglevel", "ERROR",
                "pekko.jvm-shutdown-hooks", "off",
                DISPATCHER + ".type", "Dispatcher",
                DISPATCHER + ".executor", "thread-pool-executor",
                DISPATCHER + ".thread-pool-executor.fixed-pool-size", CPU_THREADS,
                DISPATCHER + ".throughput", 1);
        system = ActorSystem.create(
                Behaviors.empty(), "baseline", ConfigFactory.parseMap(settings).withFallback(ConfigFactory.load()));
        Behavior<Combine> combiner = Behaviors.receiveMessage(combine -> {
            combine.gathering().combine(combine.group());
            return Behaviors.same();
        });
        for (int i = 0; i < CPU_THREADS; i++) {
            combiners.add(system.systemActorOf(
                    combiner, "combiner-" + i, DispatcherSelector.fromConfig(DISPATCHER)));
        }
    }

    @Override
    public Overview run(FanOut work) throws Exception {
        Gathering gathering = new Gathering(work);
        for (int g = 0; g < work.groups().size(); g++) {
            List<FanOut.Call> calls = work.groups().get(g).calls();
            for (int c = 0; c < calls.size(); c++) {
                int group = g;
                int call = c;
                var _ = calls.get(c).fetchAsync().thenAccept(body -> {
                    if (gathering.fetched(group, call, body)) {
                        combiners.get(group % CPU_THREADS).tell(new Combine(gathering, group));
                    }
                });
            }
        }
        return gathering.await();
    }

    @Override
    public void close() {
        system.terminate();
        try {
            var _ = system.getWhenTerminated().toCompletableFuture().get(5, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException("the actor system does not end", e);
        }
    }
}
