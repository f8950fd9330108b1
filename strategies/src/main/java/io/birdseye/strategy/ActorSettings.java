package io.birdseye.strategy;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigValueFactory;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Settings of Akka and of Pekko, which have the same names: one dispatcher for all actors. A message within one pool is
 * mostly handled by a thread that is running already; a message to another pool wakes a thread each time. With three
 * dispatchers, for the calls, for the combinations and for the rest, a request whose tasks cost nothing took five times
 * as long ({@code docs/maintainers/engineering-log.md}).
 */
public final class ActorSettings {

    /** The setting of the dispatcher with the number of threads. */
    public static final String THREADS = "threads";

    private static final String DISPATCHER = "actor.default-dispatcher";
    private static final int SCHEDULER_AND_FIRST_OF_DISPATCHER = 2;

    private ActorSettings() {}

    /**
     * For a system of {@code akka} or {@code pekko}; an {@link OutOfMemoryError} if the first threads cannot be had.
     */
    public static Config of(String library, String system, Class<?> executor, int threads) {
        // If one of them could not be started, the other would be left behind.
        Pools.requireThreads(system, SCHEDULER_AND_FIRST_OF_DISPATCHER);
        return ConfigFactory.parseResources(ActorSettings.class, "actors.conf")
                .withValue(DISPATCHER + ".executor", ConfigValueFactory.fromAnyRef(executor.getName()))
                .withValue(DISPATCHER + "." + THREADS, ConfigValueFactory.fromAnyRef(threads))
                // By default it is a pool of its own, outside of the budget.
                .withValue("actor.internal-dispatcher", ConfigValueFactory.fromAnyRef(library + "." + DISPATCHER))
                .atPath(library).withFallback(ConfigFactory.load(executor.getClassLoader()));
    }

    /** Waits until the threads of a system that was told to end have ended, five seconds at most. */
    public static void awaitEnd(String system, CompletionStage<?> ended) {
        try {
            var ignored = ended.toCompletableFuture().get(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("the actor system '" + system + "' does not end", e);
        }
    }
}
