package io.birdseye.strategy.akka;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;

/** Serves one request and stops: it sends the calls to one pool, their groups to the other, and gathers the replies. */
final class RequestActor extends AbstractActor {

    private static final long ONLY_REQUEST = 0;

    private final Messages.Request request;
    private final Assembly assembly;
    private final ActorRef io;
    private final ActorRef cpu;

    RequestActor(Messages.Request request, ActorRef io, ActorRef cpu) {
        this.request = request;
        this.assembly = new Assembly(request);
        this.io = io;
        this.cpu = cpu;
    }

    @Override
    public void preStart() {
        for (int g = 0; g < request.work().groups().size(); g++) {
            var calls = request.work().groups().get(g).calls();
            for (int c = 0; c < calls.size(); c++) {
                io.tell(new Messages.Fetch(ONLY_REQUEST, g, c, calls.get(c)), getSelf());
            }
        }
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder()
                .match(Messages.Fetched.class, this::fetched)
                .match(Messages.Combined.class, this::combined)
                .match(Messages.Failed.class, this::failed)
                .build();
    }

    private void fetched(Messages.Fetched fetched) {
        int group = fetched.group();
        if (assembly.add(group, fetched.call(), fetched.body())) {
            var combine = new Messages.Combine(ONLY_REQUEST, group, assembly.group(group), assembly.bodies(group));
            cpu.tell(combine, getSelf());
        }
    }

    private void combined(Messages.Combined combined) {
        if (assembly.add(combined.group(), combined.part())) {
            // Not here: whoever takes the answer slowly must not hold up other actors.
            cpu.tell(new Messages.Finish(assembly), getSelf());
            getContext().stop(getSelf());
        }
    }

    private void failed(Messages.Failed failed) {
        assembly.fail(failed.failure());
        getContext().stop(getSelf());
    }
}
