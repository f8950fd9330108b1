package io.birdseye.strategy.pekko;

import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.strategy.AsyncBulkhead;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;

/** Serves one request and stops: it collects bodies and parts; calls and combinations run outside of the actor. */
final class RequestActor {

    private final ActorContext<Event> context;
    private final FanOut work;
    private final CompletableFuture<Overview> answer;
    private final AsyncBulkhead cpu;
    private final Executor threads;
    private final @Nullable Body[][] bodies;
    private final @Nullable Part[] parts;

    /** The messages to this actor. */
    sealed interface Event {}

    record Fetched(int group, int call, Body body) implements Event {}

    record Combined(int group, Part part) implements Event {}

    record Failed(Throwable failure) implements Event {}

    private RequestActor(
            ActorContext<Event> context,
            FanOut work,
            CompletableFuture<Overview> answer,
            AsyncBulkhead io,
            AsyncBulkhead cpu) {
        this.context = context;
        this.work = work;
        this.answer = answer;
        this.cpu = cpu;
        this.threads = context.getExecutionContext();
        this.bodies = work.groups().stream()
                .map(group -> new Body[group.calls().size()])
                .toArray(Body[][]::new);
        this.parts = new Part[bodies.length];
        for (int group = 0; group < bodies.length; group++) {
            for (int call = 0; call < bodies[group].length; call++) {
                fetch(group, call, io);
            }
        }
    }

    static Behavior<Event> create(
            FanOut work, CompletableFuture<Overview> answer, AsyncBulkhead io, AsyncBulkhead cpu) {
        return Behaviors.setup(
                context -> Behaviors.receiveMessage(new RequestActor(context, work, answer, io, cpu)::receive));
    }

    /** A switch, because a receive builder would build a list of cases for each request. */
    private Behavior<Event> receive(Event event) {
        return switch (event) {
            case Fetched fetched -> fetched(fetched);
            case Combined combined -> combined(combined);
            case Failed(Throwable failure) -> fail(failure);
        };
    }

    private void fetch(int group, int call, AsyncBulkhead io) {
        FanOut.Call what = work.groups().get(group).calls().get(call);
        context.pipeToSelf(
                io.call(work.cancellation(), what::fetchAsync),
                (body, failure) -> failure == null ? new Fetched(group, call, body) : new Failed(failure));
    }

    private Behavior<Event> fetched(Fetched fetched) {
        Body[] brought = bodies[fetched.group()];
        brought[fetched.call()] = fetched.body();
        if (allThere(brought)) {
            FanOut.Group group = work.groups().get(fetched.group());
            List<Body> complete = List.of(brought);
            context.pipeToSelf(
                    cpu.call(work.cancellation(), () -> supplyAsync(() -> group.combine(complete), threads)),
                    (part, failure) ->
                            failure == null ? new Combined(fetched.group(), part) : new Failed(failure));
        }
        return Behaviors.same();
    }

    private Behavior<Event> combined(Combined combined) {
        parts[combined.group()] = combined.part();
        if (!allThere(parts)) {
            return Behaviors.same();
        }
        List<Part> complete = List.of(parts);
        // On another thread and within the CPU budget: a client that reads its answer slowly must not block the actors.
        var ignored = cpu.call(work.cancellation(), () -> runAsync(() -> answer.complete(work.join(complete)), threads))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        answer.completeExceptionally(failure);
                    }
                });
        return Behaviors.stopped();
    }

    private Behavior<Event> fail(Throwable failure) {
        answer.completeExceptionally(failure);
        return Behaviors.stopped();
    }

    private static boolean allThere(@Nullable Object[] values) {
        for (Object value : values) {
            if (value == null) {
                return false;
            }
        }
        return true;
    }
}
