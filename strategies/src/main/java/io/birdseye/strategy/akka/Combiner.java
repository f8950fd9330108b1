package io.birdseye.strategy.akka;

import akka.actor.AbstractActor;

/** Combines the groups that it receives, one after another. */
final class Combiner extends AbstractActor {

    @Override
    public Receive createReceive() {
        return receiveBuilder().match(Messages.Combine.class, this::combine).build();
    }

    private void combine(Messages.Combine combine) {
        try {
            getSender()
                    .tell(
                            new Messages.Combined(
                                    combine.request(),
                                    combine.group(),
                                    combine.what().combine(combine.bodies())),
                            getSelf());
        } catch (Throwable e) {
            // Errors too: nothing else tells the master that the combination has ended.
            getSender().tell(new Messages.Failed(combine.request(), e), getSelf());
        }
    }
}
