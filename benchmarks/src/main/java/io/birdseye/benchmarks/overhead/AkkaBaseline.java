package io.birdseye.benchmarks.overhead;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import com.typesafe.config.ConfigFactory;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Actors that live as long as the system, one to a task; a request is a message to each of those that fetch. */
final class AkkaBaseline implements Baseline {

    private static final String DISPATCHER = "baseline.dispatcher";

    private final ActorSystem system;
    private final List<ActorRef> callers = new ArrayList<>();

    private record Fetch(Gathering gathering, int group, int call) {}

    private record Combine(Gathering gathering, int group) {}

    /** Runs a call, and tells the combiner when it was the last of its group. */
    private static final class Caller extends AbstractActor {
        private final ActorRef combiner;

        Caller(ActorRef combiner) {
            this.combiner = combiner;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Fetch.class, this::fetch).build();
        }

        private void fetch(Fetch fetch) {
            if (fetch.gathering().fetch(fetch.group(), fetch.call())) {
                combiner.tell(new Combine(fetch.gathering(), fetch.group()), self());
            }
        }
    }

    private static final class Combiner extends AbstractActor {
        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(Combine.class, combine -> combine.gathering().combine(combine.group()))
                    .build();
        }
    }

    AkkaBaseline() {
        system = ActorSystem.create("baseline", ConfigFactory.parseMap(Map.of(
                        "akka.daemonic", "on",
                        "akka.stdout-loglevel", "ERROR",
                        "akka.loglevel", "ERROR",
                        "akka.jvm-shutdown-hooks", "off",
                        DISPATCHER + ".type", "Dispatcher",
                        DISPATCHER + ".executor", "thread-pool-executor",
                        DISPATCHER + ".thread-pool-executor.fixed-pool-size", IO_THREADS + CPU_THREADS,
                        DISPATCHER + ".throughput", 1))
                .withFallback(ConfigFactory.load()));
        List<ActorRef> combiners = new ArrayList<>();
        for (int i = 0; i < CPU_THREADS; i++) {
            combiners.add(system.actorOf(Props.create(Combiner.class, Combiner::new).withDispatcher(DISPATCHER)));
        }
        for (int i = 0; i < IO_THREADS; i++) {
            ActorRef combiner = combiners.get(i / 2 % CPU_THREADS);
            callers.add(system.actorOf(
                    Props.create(Caller.class, () -> new Caller(combiner)).withDispatcher(DISPATCHER)));
        }
    }

    @Override
    public Overview run(FanOut work) throws Exception {
        Gathering gathering = new Gathering(work);
        int next = 0;
        for (int g = 0; g < work.groups().size(); g++) {
            for (int c = 0; c < work.groups().get(g).calls().size(); c++) {
                callers.get(next++).tell(new Fetch(gathering, g, c), ActorRef.noSender());
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
