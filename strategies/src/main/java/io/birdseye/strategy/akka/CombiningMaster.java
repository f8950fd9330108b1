package io.birdseye.strategy.akka;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.Props;
import akka.routing.RoundRobinPool;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * The published master: it distributes the calls of all requests to its workers, and runs every combination itself. An
 * actor handles one message at a time, so the combinations of all requests run one after another.
 */
final class CombiningMaster extends AbstractActor {

    private final ActorRef workers;
    private final Map<Long, Assembly> inProgress = new HashMap<>();
    private long lastRequest;

    CombiningMaster(int workerCount) {
        workers = getContext()
                .actorOf(new RoundRobinPool(workerCount).props(Props.create(Worker.class, Worker::new)));
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .match(Messages.Request.class, this::begin)
                .match(Messages.Fetched.class, this::fetched)
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
        if (assembly == null || !assembly.add(fetched.group(), fetched.call(), fetched.body())) {
            return;
        }
        try {
            var part = assembly.group(fetched.group()).combine(assembly.bodies(fetched.group()));
            if (assembly.add(fetched.group(), part)) {
                inProgress.remove(fetched.request());
                assembly.finish();
            }
        } catch (RuntimeException e) {
            fail(fetched.request(), e);
        }
    }

    private void fail(long request, Throwable failure) {
        Assembly assembly = inProgress.remove(request);
        if (assembly != null) {
            assembly.fail(failure);
        }
    }
}
