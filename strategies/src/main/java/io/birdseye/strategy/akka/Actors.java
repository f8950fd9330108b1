package io.birdseye.strategy.akka;

import akka.actor.ActorSystem;
import akka.actor.Terminated;
import com.typesafe.config.ConfigFactory;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Starts and stops actor systems with one dispatcher for all actors. A message within one pool is mostly handled by a
 * thread that is running already; a message to another pool wakes a thread each time. With three dispatchers, for the
 * calls, for the combinations and for the rest, a request whose tasks cost nothing took five times as long
 * ({@code docs/performance.md}).
 */
public final class Actors {

    private Actors() {}

    /**
     * Starts a system.
     *
     * @param threads one for each task that may hold a thread at the same time, and one more for the other actors,
     *     which must not wait until a call ends
     */
    public static ActorSystem start(String name, int threads) {
        Map<String, Object> settings = Map.ofEntries(
                Map.entry("akka.actor.default-dispatcher.executor", "thread-pool-executor"),
                Map.entry("akka.actor.default-dispatcher.thread-pool-executor.fixed-pool-size", threads),
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
        ClassLoader loader = Actors.class.getClassLoader();
        return ActorSystem.create(
                name, ConfigFactory.parseMap(settings).withFallback(ConfigFactory.load(loader)), loader);
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
