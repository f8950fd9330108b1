package io.birdseye.strategy.akka;

import akka.actor.AbstractActor;

/** Fetches one body after another, and holds its thread meanwhile. */
final class Worker extends AbstractActor {

    @Override
    public Receive createReceive() {
        return receiveBuilder().match(Messages.Fetch.class, this::fetch).build();
    }

    private void fetch(Messages.Fetch fetch) {
        try {
            getSender()
                    .tell(
                            new Messages.Fetched(
                                    fetch.request(), fetch.group(), fetch.call(), fetch.what().fetch()),
                            getSelf());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            getSender().tell(new Messages.Failed(fetch.request(), e), getSelf());
        } catch (Throwable e) {
            // Errors too: nothing else tells the master that the call has ended.
            getSender().tell(new Messages.Failed(fetch.request(), e), getSelf());
        }
    }
}
