package io.birdseye.strategy.akka;

import akka.actor.AbstractActor;
import akka.actor.ActorRef;
import akka.actor.Props;

/** Has an actor of its own serve each request. */
final class Receptionist extends AbstractActor {

    private final ActorRef io;
    private final ActorRef cpu;

    Receptionist(ActorRef io, ActorRef cpu) {
        this.io = io;
        this.cpu = cpu;
    }

    @Override
    public Receive createReceive() {
        return receiveBuilder().match(Messages.Request.class, this::serve).build();
    }

    private void serve(Messages.Request request) {
        var ignored = getContext()
                .actorOf(Props.create(RequestActor.class, () -> new RequestActor(request, io, cpu)));
    }
}
