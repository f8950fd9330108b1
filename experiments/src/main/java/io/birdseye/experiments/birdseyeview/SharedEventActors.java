package io.birdseye.experiments.birdseyeview;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.routing.RoundRobinPool;
import com.typesafe.config.ConfigFactory;
import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.strategy.Strategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The article's actors with what one of its comments warns of: the calls of a request are written into one event that
 * all workers share, each worker sends that same event on, and the master combines whenever it looks at an event that
 * is whole. A worker's message may find the event filled by the others already, and then the request is combined again.
 *
 * <p>The strategy {@code akka} of Birdseye repairs this one thing, since every strategy does the same work; what it did
 * to the published figure is counted here.
 */
final class SharedEventActors implements Strategy.Blocking {

    /** Workers and master share it, as the article's share the default one; it has a thread for each of them. */
    private static final String SHARED = "shared";

    /** What the workers of one request share. As in the article, its fields are not synchronised. */
    private record Event(FanOut work, Body[] bodies, CompletableFuture<Overview> answer) {

        boolean isWhole() {
            return Arrays.stream(bodies).allMatch(Objects::nonNull);
        }

        void combine() {
            List<Part> parts = new ArrayList<>();
            int next = 0;
            for (FanOut.Group group : work.groups()) {
                int calls = group.calls().size();
                parts.add(group.combine(List.of(Arrays.copyOfRange(bodies, next, next + calls))));
                next += calls;
            }
            answer.complete(work.join(parts));
        }
    }

    private record Fetch(Event event, int call) {}

    private final ActorSystem system;
    private final ActorRef master;
    private final CountDownLatch messages;

    /** @param requests how many requests of four calls will come; {@link #close} waits for their last message */
    SharedEventActors(int workers, int requests) {
        messages = new CountDownLatch(requests * ServiceTrial.CALLS);
        system = ActorSystem.create("shared-event", ConfigFactory.parseMap(Map.of(
                        "akka.daemonic", "on",
                        "akka.loglevel", "ERROR",
                        "akka.stdout-loglevel", "ERROR",
                        SHARED + ".type", "Dispatcher",
                        SHARED + ".executor", "thread-pool-executor",
                        SHARED + ".thread-pool-executor.fixed-pool-size", workers + 1,
                        SHARED + ".throughput", 1))
                .withFallback(ConfigFactory.load()));
        master = system.actorOf(
                Props.create(Master.class, () -> new Master(workers, messages)).withDispatcher(SHARED));
    }

    /** Holds the calling thread until the event is whole for the first time, as the article's latch does. */
    @Override
    public Overview run(FanOut work) {
        Event event = new Event(work, new Body[work.calls().size()], new CompletableFuture<>());
        master.tell(event, ActorRef.noSender());
        return event.answer().join();
    }

    /** Waits until the master has handled every message, also those that come after the answer. */
    @Override
    public void close() {
        try {
            if (!messages.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException(messages.getCount() + " messages did not come");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            system.terminate();
        }
    }

    private static final class Master extends AbstractActor {

        private final ActorRef workers;
        private final CountDownLatch messages;

        Master(int workers, CountDownLatch messages) {
            this.messages = messages;
            this.workers = getContext().actorOf(
                    new RoundRobinPool(workers).props(Props.create(Worker.class, Worker::new).withDispatcher(SHARED)));
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Event.class, this::dealOut).match(Fetch.class, this::look).build();
        }

        private void dealOut(Event event) {
            for (int call = 0; call < event.bodies().length; call++) {
                workers.tell(new Fetch(event, call), getSelf());
            }
        }

        private void look(Fetch fetched) {
            if (fetched.event().isWhole()) {
                fetched.event().combine();
            }
            messages.countDown();
        }
    }

    private static final class Worker extends AbstractActor {

        @Override
        public Receive createReceive() {
            return receiveBuilder().match(Fetch.class, this::fetch).build();
        }

        private void fetch(Fetch fetch) throws InterruptedException {
            Event event = fetch.event();
            event.bodies()[fetch.call()] = event.work().calls().get(fetch.call()).fetch();
            getSender().tell(fetch, getSelf());
        }
    }
}
