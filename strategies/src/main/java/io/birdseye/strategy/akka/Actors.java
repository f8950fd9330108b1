package io.birdseye.strategy.akka;

import akka.actor.ActorSystem;
import akka.actor.Terminated;
import com.typesafe.config.ConfigFactory;
import java.util.HashMap;
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

    /** A pool of workers that share one mailbox, for the calls. */
    static final String IO_POOL = "io";

    /** The same, for combinations. */
    static final String CPU_POOL = "cpu";

    /** A system with a dispatcher for actors that wait and one for actors that combine. */
    static ActorSystem system(String name, int ioThreads, int cpuThreads) {
        Map<String, Object> settings = new HashMap<>(quiet());
        settings.putAll(dispatcher(IO_DISPATCHER, ioThreads));
        settings.putAll(dispatcher(CPU_DISPATCHER, cpuThreads));
        return start(name, settings);
    }

    /** A system with two balancing pools, whose workers have a thread each. */
    static ActorSystem pooledSystem(String name, int ioThreads, int cpuThreads) {
        Map<String, Object> settings = new HashMap<>(quiet());
        settings.putAll(balancingPool(IO_POOL, ioThreads));
        settings.putAll(balancingPool(CPU_POOL, cpuThreads));
        return start(name, settings);
    }

    private static Map<String, Object> quiet() {
        return Map.ofEntries(
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
                Map.entry("akka.coordinated-shutdown.run-by-jvm-shutdown-hook", "off"));
    }

    private static Map<String, Object> dispatcher(String path, int threads) {
        return Map.of(
                path + ".type", "Dispatcher",
                path + ".executor", "thread-pool-executor",
                path + ".thread-pool-executor.fixed-pool-size", threads,
                path + ".throughput", 1);
    }

    private static Map<String, Object> balancingPool(String actor, int workers) {
        String path = "akka.actor.deployment./" + actor;
        return Map.of(
                path + ".router", "balancing-pool",
                path + ".nr-of-instances", workers,
                path + ".pool-dispatcher.executor", "thread-pool-executor",
                path + ".pool-dispatcher.thread-pool-executor.fixed-pool-size", workers);
    }

    private static ActorSystem start(String name, Map<String, Object> settings) {
        ClassLoader loader = Actors.class.getClassLoader();
        return ActorSystem.create(
                name, ConfigFactory.parseMap(settings).withFallback(ConfigFactory.load(loader)), loader);
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
