package io.birdseye.strategy.akka;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/** The bodies and parts of one request so far. Only one actor uses it, so it needs no locks. */
final class Assembly {

    private final FanOut work;
    private final CompletableFuture<Overview> answer;
    private final Body[][] bodies;
    private final Part[] parts;

    Assembly(Messages.Request request) {
        work = request.work();
        answer = request.answer();
        bodies = work.groups().stream()
                .map(group -> new Body[group.calls().size()])
                .toArray(Body[][]::new);
        parts = new Part[bodies.length];
    }

    FanOut.Group group(int group) {
        return work.groups().get(group);
    }

    /** Stores a body; returns whether the group is complete now. */
    boolean add(int group, int call, Body body) {
        bodies[group][call] = body;
        return Arrays.stream(bodies[group]).allMatch(Objects::nonNull);
    }

    List<Body> bodies(int group) {
        return List.of(bodies[group]);
    }

    /** Stores a part; returns whether all parts are there now. */
    boolean add(int group, Part part) {
        parts[group] = part;
        return Arrays.stream(parts).allMatch(Objects::nonNull);
    }

    void finish() {
        answer.complete(work.join(List.of(parts)));
    }

    void fail(Throwable failure) {
        answer.completeExceptionally(failure);
    }
}
