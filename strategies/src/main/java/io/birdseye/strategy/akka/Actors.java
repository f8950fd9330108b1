package io.birdseye.strategy.akka;

import akka.actor.ActorRef;
import akka.actor.ActorSystem;
import akka.actor.Props;
import akka.actor.Terminated;
import com.typesafe.config.ConfigFactory;
import io.birdseye.strategy.Pools;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Starts and stops actor systems with one dispatcher for all actors. A message within one pool is mostly handled by a
 * thread that is running already; a message to another pool wakes a thread each time. With three dispatchers, for the
 * calls, for the combinations and for the rest, a request whose tasks cost nothing took five times as long
 * ({@code docs/engineering-log.md}).
 */
public final class Actors {

    private static final int SCHEDULER_AND_FIRST_OF_DISPATCHER = 2;

    private Actors() {}

    /**
     * Starts a system.
     *
     * @param threads one for each task that may hold a thread at the same time, and one more for the other actors,
     *     which must not wait until a call ends
     * @throws OutOfMemoryError if the system does not give the first threads
     */
    public static ActorSystem start(String name, int threads) {
        Map<String, Object> settings = Map.ofEntries(
                Map.entry("akka.actor.default-dispatcher.executor", ActorThreads.class.getName()),
                Map.entry("akka.actor.default-dispatcher." + ActorThreads.THREADS, threads),
                Map.entry("akka.actor.default-dispatcher.throughput", 1),
                // By default it is a pool of its own, outside of the budget.
                Map.entry("akka.actor.internal-dispatcher", "akka.actor.default-dispatcher"),
                Map.entry("akka.daemonic", "on"),
                Map.entry("akka.stdout-loglevel", "ERROR"),
                Map.entry("akka.loglevel", "ERROR"),
                // Replies to requests that were given up are expected.
                Map.entry("akka.log-dead-letters", 0),
                Map.entry("akka.log-dead-letters-during-shutdown", "off"),
                // The host decides when the JVM ends.
                Map.entry("akka.jvm-exit-on-fatal-error", "off"),
                Map.entry("akka.jvm-shutdown-hooks", "off"),
                Map.entry("akka.coordinated-shutdown.run-by-jvm-shutdown-hook", "off"));
        // If one of them could not be started, the other would be left behind.
        Pools.requireThreads(name, SCHEDULER_AND_FIRST_OF_DISPATCHER);
        ClassLoader loader = Actors.class.getClassLoader();
        return ActorSystem.create(
                name, ConfigFactory.parseMap(settings).withFallback(ConfigFactory.load(loader)), loader);
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
        try {
            Terminated ended =
                    system.getWhenTerminated().toCompletableFuture().get(5, TimeUnit.SECONDS);
            assert ended != null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the actor system '" + system.name() + "' does not end", e);
        }
    }
}
