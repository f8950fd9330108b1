package io.birdseye.strategy.disruptor;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A place on the ring: one request and what its stages have brought so far. It is used over and over; a stage writes
 * only its own element, and the ring's sequence barriers make that visible to the stages behind it.
 */
final class Slot {

    private final Body[][] bodies;
    private final Part[] parts;
    private @Nullable FanOut work;
    private CompletableFuture<List<Part>> answer = new CompletableFuture<>();

    Slot(Shape shape) {
        bodies = shape.callsPerGroup().stream().map(Body[]::new).toArray(Body[][]::new);
        parts = new Part[shape.groups()];
    }

    void begin(FanOut newWork, CompletableFuture<List<Part>> newAnswer) {
        work = newWork;
        answer = newAnswer;
    }

    void fetch(int group, int call) throws Exception {
        bodies[group][call] = group(group).calls().get(call).fetch();
    }

    void combine(int group) {
        parts[group] = group(group).combine(List.of(bodies[group]));
    }

    private FanOut.Group group(int group) {
        if (work == null) {
            throw new IllegalStateException("a stage ran before its slot was filled");
        }
        return work.groups().get(group);
    }

    /** Later stages of a request that has failed do nothing. */
    boolean failed() {
        return answer.isCompletedExceptionally();
    }

    void fail(Throwable failure) {
        answer.completeExceptionally(failure);
    }

    /** The end of the last stage: hands the parts over and lets go of the bodies. */
    void end() {
        if (!failed()) {
            answer.complete(List.of(parts));
        }
        work = null;
        for (Body[] group : bodies) {
            Arrays.fill(group, null);
        }
        Arrays.fill(parts, null);
    }
}
