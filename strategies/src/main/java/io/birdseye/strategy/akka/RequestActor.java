package io.birdseye.strategy.akka;

import static java.util.concurrent.CompletableFuture.runAsync;
import static java.util.concurrent.CompletableFuture.supplyAsync;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import io.birdseye.fanout.AsyncBulkhead;
import io.birdseye.fanout.FanOut;
import io.birdseye.strategy.Assembly;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;

/** Serves one request and stops: it collects bodies and parts; calls and combinations run on other threads. */
final class RequestActor extends AbstractActor {

    private static final long ONLY_REQUEST = 0;

    private final FanOut work;
    private final Assembly assembly;
    private final AsyncBulkhead io;
    private final AsyncBulkhead cpu;
    private final Executor threads = getContext().getDispatcher();

    RequestActor(Master.Request request, AsyncBulkhead io, AsyncBulkhead cpu) {
        this.work = request.work();
        this.assembly = new Assembly(request.work(), request.answer());
        this.io = io;
        this.cpu = cpu;
    }

    @Override
    public void preStart() {
        guarded(() -> {
            for (int g = 0; g < work.groups().size(); g++) {
                for (int c = 0; c < work.groups().get(g).calls().size(); c++) {
                    fetch(g, c);
                }
            }
        });
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .match(Master.Fetched.class, fetched -> guarded(() -> fetched(fetched)))
                .match(Master.Combined.class, combined -> guarded(() -> combined(combined)))
                .match(Master.Failed.class, failed -> failed(failed.failure())).build();
    }

    /** If it left the actor, nothing would complete the answer; an error would also end the thread. */
    private void guarded(Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            failed(e);
        }
    }

    private void fetch(int group, int call) {
        FanOut.Call what = work.groups().get(group).calls().get(call);
        pipeToSelf(
                io.call(work.cancellation(), () -> supplyAsync(what::fetchUnchecked, threads)),
                body -> new Master.Fetched(ONLY_REQUEST, group, call, body));
    }

    private void fetched(Master.Fetched fetched) {
        int group = fetched.group();
        if (assembly.add(group, fetched.call(), fetched.body())) {
            FanOut.Group what = assembly.group(group);
            var bodies = assembly.bodies(group);
            pipeToSelf(
                    cpu.call(work.cancellation(), () -> supplyAsync(() -> what.combine(bodies), threads)),
                    part -> new Master.Combined(ONLY_REQUEST, group, part));
        }
    }

    private void combined(Master.Combined combined) {
        if (!assembly.add(combined.group(), combined.part())) {
            return;
        }
        // On another thread and within the CPU budget: a client that reads its answer slowly must not block the actors.
        var ignored = cpu.call(work.cancellation(), () -> runAsync(assembly::finish, threads))
                .whenComplete((done, failure) -> {
                    if (failure != null) {
                        assembly.fail(failure);
                    }
                });
        getContext().stop(getSelf());
    }

    private void failed(Throwable failure) {
        assembly.fail(failure);
        getContext().stop(getSelf());
    }

    private <T> void pipeToSelf(CompletionStage<T> stage, Function<T, Object> message) {
        ActorRef self = getSelf();
        var ignored = stage.whenComplete((value, failure) -> self.tell(
                failure == null ? message.apply(value) : new Master.Failed(ONLY_REQUEST, failure), self));
    }
}
