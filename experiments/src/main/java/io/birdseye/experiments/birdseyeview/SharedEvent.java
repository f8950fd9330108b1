package io.birdseye.experiments.birdseyeview;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.strategy.Strategy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

/**
 * The article's actors with what one of its comments warns of: the calls of a request are written into one event that
 * all workers share, each worker sends that same event on, and the master combines whenever it looks at an event that
 * is whole. A worker's message may find the event filled by the others already, and then the request is combined again.
 *
 * <p>An actor is here a queue of messages and the thread that handles them. The strategy {@code akka} of Birdseye repairs
 * this one thing, since every strategy does the same work; what it did to the published figure is counted here.
 */
final class SharedEvent implements Strategy.Blocking {

    private final List<ExecutorService> workers;
    private final ExecutorService master = Executors.newSingleThreadExecutor();
    private int sent;

    /** What the workers of one request share. As in the article, its fields are not synchronised. */
    private record Event(FanOut work, Body[] bodies, CompletableFuture<Overview> answer) {

        void combineIfWhole() {
            if (Arrays.stream(bodies).anyMatch(Objects::isNull)) {
                return;
            }
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

    SharedEvent(int count) {
        workers = Stream.generate(Executors::newSingleThreadExecutor).limit(count).toList();
    }

    /** Holds the calling thread until the event is whole for the first time, as the article's latch does. */
    @Override
    public Overview run(FanOut work) {
        Event event = new Event(work, new Body[work.calls().size()], new CompletableFuture<>());
        master.execute(() -> dealOut(event));
        return event.answer.join();
    }

    /** To the workers in turn; only the master does this. */
    private void dealOut(Event event) {
        for (int i = 0; i < event.bodies.length; i++) {
            int call = i;
            workers.get(sent++ % workers.size()).execute(() -> {
                event.bodies[call] = event.work.calls().get(call).fetchUnchecked();
                master.execute(event::combineIfWhole);
            });
        }
    }

    /** Waits until every message has been handled, also those that come after the answer. */
    @Override
    public void close() {
        workers.forEach(ExecutorService::close);
        master.close();
    }
}
