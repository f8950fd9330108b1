package io.birdseye.strategy.akka;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.Props;
import akka.routing.RoundRobinPool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * The published master of the variant with suspended responses: it distributes the calls to its workers, and the
 * combinations to one actor for each group, so that the posts of all requests are combined one after another, and the
 * albums likewise.
 */
final class DelegatingMaster extends AbstractActor {

    private final ActorRef workers;
    private final List<ActorRef> combiners = new ArrayList<>();
    private final Map<Long, Assembly> inProgress = new HashMap<>();
    private long lastRequest;

    DelegatingMaster(int workerCount, int combinerCount) {
        workers = getContext()
                .actorOf(new RoundRobinPool(workerCount).props(Props.create(Worker.class, Worker::new)));
        for (int i = 0; i < combinerCount; i++) {
            combiners.add(getContext().actorOf(Props.create(Combiner.class, Combiner::new)));
        }
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .match(Messages.Request.class, this::begin)
                .match(Messages.Fetched.class, this::fetched)
                .match(Messages.Combined.class, this::combined)
                .match(Messages.Failed.class, failed -> fail(failed.request(), failed.failure()))
                .build();
    }

    /** Fails the requests in progress: their workers have ended with the actor system and will not reply. */
    @Override
    public void postStop() {
        inProgress.values().forEach(assembly -> assembly.fail(new CancellationException("the actors have ended")));
    }

    private void begin(Messages.Request request) {
        long id = ++lastRequest;
        inProgress.put(id, new Assembly(request));
        for (int g = 0; g < request.work().groups().size(); g++) {
            var calls = request.work().groups().get(g).calls();
            for (int c = 0; c < calls.size(); c++) {
                workers.tell(new Messages.Fetch(id, g, c, calls.get(c)), getSelf());
            }
        }
    }

    private void fetched(Messages.Fetched fetched) {
        Assembly assembly = inProgress.get(fetched.request());
        int group = fetched.group();
        if (assembly != null && assembly.add(group, fetched.call(), fetched.body())) {
            combiners
                    .get(group % combiners.size())
                    .tell(
                            new Messages.Combine(
                                    fetched.request(), group, assembly.group(group), assembly.bodies(group)),
                            getSelf());
        }
    }

    private void combined(Messages.Combined combined) {
        Assembly assembly = inProgress.get(combined.request());
        if (assembly == null || !assembly.add(combined.group(), combined.part())) {
            return;
        }
        inProgress.remove(combined.request());
        try {
            assembly.finish();
        } catch (RuntimeException e) {
            assembly.fail(e);
        }
    }

    private void fail(long request, Throwable failure) {
        Assembly assembly = inProgress.remove(request);
        if (assembly != null) {
            assembly.fail(failure);
        }
    }
}
