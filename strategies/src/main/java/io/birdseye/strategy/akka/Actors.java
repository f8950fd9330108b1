package io.birdseye.strategy.akka;

import akka.actor.ActorSystem;
import akka.actor.Terminated;
import com.typesafe.config.ConfigFactory;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An actor system of the strategy's own, with as many threads as the budget allows and none of the library's own. */
final class Actors {

    /** Runs actors that hold their thread in a call. */
    static final String IO_DISPATCHER = "birdseye.io";

    /** Runs actors that combine. */
    static final String CPU_DISPATCHER = "birdseye.cpu";

    private Actors() {}

    static ActorSystem system(String name, int ioThreads, int cpuThreads) {
        Map<String, Object> settings = Map.ofEntries(
                // A pool of the default size would add threads that no budget knows of.
                Map.entry("akka.actor.default-dispatcher.executor", "thread-pool-executor"),
                Map.entry("akka.actor.default-dispatcher.thread-pool-executor.fixed-pool-size", 1),
                Map.entry("akka.actor.internal-dispatcher.executor", "thread-pool-executor"),
                Map.entry("akka.actor.internal-dispatcher.thread-pool-executor.fixed-pool-size", 1),
                Map.entry("akka.daemonic", "on"),
                Map.entry("akka.stdout-loglevel", "ERROR"),
                Map.entry("akka.loglevel", "ERROR"),
                // A reply to a request that was given up is expected, and no news.
                Map.entry("akka.log-dead-letters", 0),
                Map.entry("akka.log-dead-letters-during-shutdown", "off"),
                // The host decides when the JVM ends.
                Map.entry("akka.jvm-exit-on-fatal-error", "off"),
                Map.entry("akka.jvm-shutdown-hooks", "off"),
                Map.entry("akka.coordinated-shutdown.run-by-jvm-shutdown-hook", "off"),
                Map.entry(IO_DISPATCHER + ".type", "Dispatcher"),
                Map.entry(IO_DISPATCHER + ".executor", "thread-pool-executor"),
                Map.entry(IO_DISPATCHER + ".thread-pool-executor.fixed-pool-size", ioThreads),
                Map.entry(IO_DISPATCHER + ".throughput", 1),
                Map.entry(CPU_DISPATCHER + ".type", "Dispatcher"),
                Map.entry(CPU_DISPATCHER + ".executor", "thread-pool-executor"),
                Map.entry(CPU_DISPATCHER + ".thread-pool-executor.fixed-pool-size", cpuThreads),
                Map.entry(CPU_DISPATCHER + ".throughput", 1));
        return ActorSystem.create(
                name, ConfigFactory.parseMap(settings).withFallback(ConfigFactory.load(Actors.class.getClassLoader())),
                Actors.class.getClassLoader());
    }

    /** Ends the system and waits for its threads, five seconds at most. */
    static void stop(ActorSystem system) {
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
