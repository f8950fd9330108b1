package io.birdseye.strategy.disruptor;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Part;
import io.birdseye.fanout.Shape;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A place on the ring: one request and the results of its stages so far. Slots are reused for later requests. A stage
 * writes only its own element, and the ring's sequence barriers make the write visible to the stages behind it.
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

    /** Runs a stage, unless an earlier one has failed. If the stage fails, the request fails. */
    void run(Callable<?> stage) {
        if (!answer.isCompletedExceptionally()) {
            try {
                var ignored = stage.call();
            } catch (Throwable e) {
                // Errors too: one that left this method would end the thread of the stage.
                answer.completeExceptionally(e);
            }
        }
    }

    /** Fails the request as far as there is memory for it; throws nothing. */
    void abandon(Throwable failure) {
        try {
            answer.completeExceptionally(failure);
        } catch (RuntimeException | Error e) {
            // The host gives the request up at its deadline.
        }
    }

    Body fetch(int group, int call) throws InterruptedException {
        Body body = group(group).calls().get(call).fetch();
        bodies[group][call] = body;
        return body;
    }

    Part combine(int group) {
        Part part = group(group).combine(List.of(bodies[group]));
        parts[group] = part;
        return part;
    }

    private FanOut.Group group(int group) {
        if (work == null) {
            throw new IllegalStateException("a stage ran before its slot was filled");
        }
        return work.groups().get(group);
    }

    /** After the last stage: completes the answer and drops the references to the request. */
    void end() {
        try {
            if (!answer.isCompletedExceptionally()) {
                answer.complete(List.of(parts));
            }
        } finally {
            work = null;
            for (Body[] group : bodies) {
                Arrays.fill(group, null);
            }
            Arrays.fill(parts, null);
        }
    }
}
