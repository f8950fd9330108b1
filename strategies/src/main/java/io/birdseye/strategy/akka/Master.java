package io.birdseye.strategy.akka;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.Props;
import akka.routing.RoundRobinPool;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Part;
import io.birdseye.strategy.Assembly;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;

/**
 * The published masters. A master distributes the calls of all requests to its workers. That of {@link AkkaStrategy}
 * runs every combination itself. That of {@link AkkaAsyncStrategy} sends each group to an actor of its own, so that the
 * posts of all requests are combined one after another, and the albums likewise. An actor handles one message at a
 * time.
 */
final class Master extends AbstractActor {

    private final ActorRef workers;
    private final List<ActorRef> combiners;
    private final Map<Long, Assembly> inProgress = new HashMap<>();
    private long lastRequest;

    /** @param combiners how many actors combine; with 0 the master combines itself */
    Master(int workers, int combiners) {
        this.workers = getContext().actorOf(new RoundRobinPool(workers).props(Props.create(Worker.class, Worker::new)));
        this.combiners = Stream.generate(() -> getContext().actorOf(Props.create(Worker.class, Worker::new)))
                .limit(combiners).toList();
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .match(Messages.Request.class, this::begin)
                .match(Messages.Fetched.class, this::fetched)
                .match(Messages.Combined.class, combined -> add(combined.request(), combined.group(), combined.part()))
                .match(Messages.Failed.class, failed -> fail(failed.request(), failed.failure())).build();
    }

    /** Fails the requests in progress: their workers have ended with the actor system and will not reply. */
    @Override
    public void postStop() {
        inProgress.values().forEach(assembly -> assembly.fail(new CancellationException("the actors have ended")));
    }

    private void begin(Messages.Request request) {
        long id = ++lastRequest;
        try {
            inProgress.put(id, new Assembly(request.work(), request.answer()));
            for (int g = 0; g < request.work().groups().size(); g++) {
                var calls = request.work().groups().get(g).calls();
                for (int c = 0; c < calls.size(); c++) {
                    workers.tell(new Messages.Fetch(id, g, c, calls.get(c)), getSelf());
                }
            }
        } catch (Throwable e) {
            inProgress.remove(id);
            request.answer().completeExceptionally(e);
        }
    }

    private void fetched(Messages.Fetched fetched) {
        long request = fetched.request();
        int group = fetched.group();
        Assembly assembly = inProgress.get(request);
        if (assembly == null || !assembly.add(group, fetched.call(), fetched.body())) {
            return;
        }
        FanOut.Group what = assembly.group(group);
        try {
            if (combiners.isEmpty()) {
                add(request, group, what.combine(assembly.bodies(group)));
            } else {
                combiners
                        .get(group % combiners.size())
                        .tell(new Messages.Combine(request, group, what, assembly.bodies(group)), getSelf());
            }
        } catch (Throwable e) {
            // Errors too: the master serves all requests.
            fail(request, e);
        }
    }

    private void add(long request, int group, Part part) {
        Assembly assembly = inProgress.get(request);
        if (assembly == null || !assembly.add(group, part)) {
            return;
        }
        inProgress.remove(request);
        try {
            assembly.finish();
        } catch (Throwable e) {
            assembly.fail(e);
        }
    }

    private void fail(long request, Throwable failure) {
        Assembly assembly = inProgress.remove(request);
        if (assembly != null) {
            assembly.fail(failure);
        }
    }

    /** Fetches one body after another, or combines one group after another, and holds its thread meanwhile. */
    private static final class Worker extends AbstractActor {

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(Messages.Fetch.class, it -> reply(it.request(), () ->
                            new Messages.Fetched(it.request(), it.group(), it.call(), it.what().fetch())))
                    .match(Messages.Combine.class, it -> reply(it.request(), () ->
                            new Messages.Combined(it.request(), it.group(), it.what().combine(it.bodies()))))
                    .build();
        }

        private void reply(long request, Callable<?> task) {
            Object reply;
            try {
                reply = task.call();
            } catch (Throwable e) {
                // Errors too: nothing else tells the master that the task has ended.
                if (e instanceof InterruptedException) {
                    Thread.currentThread().interrupt();
                }
                reply = new Messages.Failed(request, e);
            }
            getSender().tell(reply, getSelf());
        }
    }
}
