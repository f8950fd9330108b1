package io.birdseye.strategy.pekko;

import com.typesafe.config.ConfigFactory;
import io.birdseye.strategy.Pools;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Behavior;

/**
 * Starts and stops actor systems with one dispatcher for the actors and their combinations: a message to another pool
 * wakes a thread each time. With two dispatchers, a request whose tasks cost nothing took five times as long
 * ({@code docs/engineering-log.md}).
 */
public final class Systems {

    private static final int SCHEDULER_AND_FIRST_OF_DISPATCHER = 2;

    private Systems() {}

    /**
     * Starts a system.
     *
     * @param threads one for each combination at the same time, and one more for the actors, which must not wait until
     *     a combination ends
     * @throws OutOfMemoryError if the system does not give the first threads
     */
    public static <T> ActorSystem<T> start(String name, Behavior<T> guardian, int threads) {
        Map<String, Object> settings = Map.ofEntries(
                Map.entry("pekko.actor.default-dispatcher.executor", ActorThreads.class.getName()),
                Map.entry("pekko.actor.default-dispatcher." + ActorThreads.THREADS, threads),
                Map.entry("pekko.actor.default-dispatcher.throughput", 1),
                // By default it is a pool of its own, outside of the budget.
                Map.entry("pekko.actor.internal-dispatcher", "pekko.actor.default-dispatcher"),
                Map.entry("pekko.daemonic", "on"),
                Map.entry("pekko.use-slf4j", "off"),
                Map.entry("pekko.stdout-loglevel", "ERROR"),
                Map.entry("pekko.loglevel", "ERROR"),
                // Replies to requests that were given up are expected.
                Map.entry("pekko.log-dead-letters", 0),
                Map.entry("pekko.log-dead-letters-during-shutdown", "off"),
                // The host decides when the JVM ends.
                Map.entry("pekko.jvm-exit-on-fatal-error", "off"),
                Map.entry("pekko.jvm-shutdown-hooks", "off"),
                Map.entry("pekko.coordinated-shutdown.run-by-jvm-shutdown-hook", "off"));
        // If one of them could not be started, the other would be left behind.
        Pools.requireThreads(name, SCHEDULER_AND_FIRST_OF_DISPATCHER);
        return ActorSystem.create(
                guardian,
                name,
                ConfigFactory.parseMap(settings).withFallback(ConfigFactory.load(Systems.class.getClassLoader())));
    }

    /** Stops the system and waits until its threads have ended, five seconds at most. */
    public static void stop(ActorSystem<?> system) {
        system.terminate();
        try {
            var ended = system.getWhenTerminated().toCompletableFuture().get(5, TimeUnit.SECONDS);
            assert ended != null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the actor system '" + system.name() + "' does not end", e);
        }
    }
}
