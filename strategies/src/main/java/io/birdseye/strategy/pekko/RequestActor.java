package io.birdseye.strategy.pekko;

import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import io.birdseye.fanout.AsyncBulkhead;
import io.birdseye.fanout.Body;
import io.birdseye.fanout.FanOut;
import io.birdseye.fanout.Overview;
import io.birdseye.fanout.Part;
import io.birdseye.strategy.Assembly;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** Serves one request and stops: it collects bodies and parts; calls and combinations run outside of the actor. */
final class RequestActor {

    private final ActorContext<Event> context;
    private final FanOut work;
    private final Assembly assembly;
    private final AsyncBulkhead cpu;
    private final Executor threads;

    /** The messages to this actor. */
    sealed interface Event {}

    record Fetched(int group, int call, Body body) implements Event {}

    record Combined(int group, Part part) implements Event {}

    record Failed(Throwable failure) implements Event {}

    private RequestActor(
            ActorContext<Event> context, FanOut work, CompletableFuture<Overview> answer, AsyncBulkhead io,
            AsyncBulkhead cpu) {
        this.context = context;
        this.work = work;
        this.assembly = new Assembly(work, answer);
        this.cpu = cpu;
        this.threads = context.getExecutionContext();
        for (int group = 0; group < work.groups().size(); group++) {
            for (int call = 0; call < assembly.group(group).calls().size(); call++) {
                fetch(group, call, io);
            }
        }
    }

    static Behavior<Event> create(
            FanOut work, CompletableFuture<Overview> answer, AsyncBulkhead io, AsyncBulkhead cpu) {
        return Behaviors.setup(context -> {
            try {
                return Behaviors.receiveMessage(new RequestActor(context, work, answer, io, cpu)::receive);
            } catch (Throwable e) {
                answer.completeExceptionally(e);
                return Behaviors.stopped();
            }
        });
    }

    /** A switch, because a receive builder would build a list of cases for each request. */
    private Behavior<Event> receive(Event event) {
        try {
            return switch (event) {
                case Fetched fetched -> fetched(fetched);
                case Combined combined -> combined(combined);
                case Failed(Throwable failure) -> fail(failure);
            };
        } catch (Throwable e) {
            // If it left the actor, nothing would complete the answer; an error would also end the thread.
            return fail(e);
        }
    }

    private void fetch(int group, int call, AsyncBulkhead io) {
        FanOut.Call what = assembly.group(group).calls().get(call);
        context.pipeToSelf(
                io.call(work.cancellation(), what::fetchAsync),
                (body, failure) -> failure == null ? new Fetched(group, call, body) : new Failed(failure));
    }

    private Behavior<Event> fetched(Fetched fetched) {
        int group = fetched.group();
        if (assembly.add(group, fetched.call(), fetched.body())) {
            FanOut.Group what = assembly.group(group);
            List<Body> bodies = assembly.bodies(group);
            context.pipeToSelf(
                    cpu.call(work.cancellation(), () -> supplyAsync(() -> what.combine(bodies), threads)),
                    (part, failure) -> failure == null ? new Combined(group, part) : new Failed(failure));
        }
        return Behaviors.same();
    }

    private Behavior<Event> combined(Combined combined) {
        if (!assembly.add(combined.group(), combined.part())) {
            return Behaviors.same();
        }
        // On another thread and within the CPU budget: a client that reads its answer slowly must not block the actors.
        var ignored = cpu.call(work.cancellation(), () -> runAsync(assembly::finish, threads))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        assembly.fail(failure);
                    }
                });
        return Behaviors.stopped();
    }

    private Behavior<Event> fail(Throwable failure) {
        assembly.fail(failure);
        return Behaviors.stopped();
    }
}
