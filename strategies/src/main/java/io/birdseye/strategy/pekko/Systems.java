package io.birdseye.strategy.pekko;

import io.birdseye.strategy.ActorSettings;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;

/** Starts and stops actor systems. */
public final class Systems {

    private Systems() {}

    /**
     * @param threads one for each combination at the same time, and one more for the actors, which must not wait until
     *     a combination ends
     */
    public static <T> ActorSystem<T> start(String name, Behavior<T> guardian, int threads) {
        return ActorSystem.create(guardian, name, ActorSettings.of("pekko", name, ActorThreads.class, threads));
    }

    /** Stops the system and waits until its threads have ended, five seconds at most. */
    public static void stop(ActorSystem<?> system) {
        system.terminate();
        ActorSettings.awaitEnd(system.name(), system.getWhenTerminated());
    }
}
