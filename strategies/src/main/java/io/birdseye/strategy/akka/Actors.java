package io.birdseye.strategy.akka;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import io.birdseye.strategy.ActorSettings;
import java.util.Optional;

public final class Actors {

    private Actors() {}

    /**
     * @param threads one for each task that may hold a thread at the same time, and one more for the other actors,
     *     which must not wait until a call ends
     */
    public static ActorSystem start(String name, int threads) {
        return ActorSystem.create(
                name, ActorSettings.of("akka", name, ActorThreads.class, threads), Actors.class.getClassLoader());
    }

    /** Why the system will handle no message any more; empty while it does. */
    static Optional<String> down(ActorSystem system) {
        return system.whenTerminated().isCompleted() ? Optional.of("its actor system has ended") : Optional.empty();
    }

    /** Starts the first actor of a system, and ends the system if that cannot be started. */
    static ActorRef first(ActorSystem system, Props props) {
        try {
            return system.actorOf(props);
        } catch (RuntimeException | Error e) {
            stop(system);
            throw e;
        }
    }

    /** Stops the system and waits until its threads have ended, five seconds at most. */
    public static void stop(ActorSystem system) {
        system.terminate();
        ActorSettings.awaitEnd(system.name(), system.getWhenTerminated());
    }
}
