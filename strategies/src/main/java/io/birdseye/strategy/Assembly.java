package io.birdseye.strategy;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Collects the bodies and parts of one request, for strategies that receive them as messages. Only one actor may use
 * it, so it needs no locks.
 */
public final class Assembly {

    private final FanOut work;
    private final CompletableFuture<Overview> answer;
    private final Body[][] bodies;
    private final Part[] parts;

    /** @param answer completed by {@link #finish()} or {@link #fail} */
    public Assembly(FanOut work, CompletableFuture<Overview> answer) {
        this.work = work;
        this.answer = answer;
        bodies = work.groups().stream().map(group -> new Body[group.calls().size()]).toArray(Body[][]::new);
        parts = new Part[bodies.length];
    }

    public FanOut.Group group(int group) {
        return work.groups().get(group);
    }

    /** Stores a body; returns whether the group is complete now. */
    public boolean add(int group, int call, Body body) {
        bodies[group][call] = body;
        return isComplete(bodies[group]);
    }

    public List<Body> bodies(int group) {
        return List.of(bodies[group]);
    }

    /** Stores a part; returns whether all parts are there now. */
    public boolean add(int group, Part part) {
        parts[group] = part;
        return isComplete(parts);
    }

    public void finish() {
        answer.complete(work.join(List.of(parts)));
    }

    public void fail(Throwable failure) {
        answer.completeExceptionally(failure);
    }

    private static boolean isComplete(@Nullable Object[] values) {
        for (Object value : values) {
            if (value == null) {
                return false;
            }
        }
        return true;
    }
}
