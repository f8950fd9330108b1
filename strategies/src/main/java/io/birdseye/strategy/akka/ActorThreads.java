package io.birdseye.strategy.akka;

import com.typesafe.config.Config;
import io.birdseye.strategy.ActorSettings;
import io.birdseye.strategy.Pools;
import akka.dispatch.DispatcherPrerequisites;
import akka.dispatch.ExecutorServiceConfigurator;
import akka.dispatch.ExecutorServiceFactory;
import akka.dispatch.MonitorableThreadFactory;
import java.util.concurrent.ThreadFactory;

/**
 * The pool of a dispatcher. The library's own has two ways to end more than a request. If it cannot start a thread for
 * an actor, that actor is never scheduled again. And an error that leaves an actor, or the library's code around it,
 * ends the actor system. With this pool the actor waits for a thread, and the error ends its thread, which is replaced.
 */
final class ActorThreads extends ExecutorServiceConfigurator {

    private final int threads;

    /** Called by the library, which finds this class by its name. */
    ActorThreads(Config config, DispatcherPrerequisites prerequisites) {
        super(config, prerequisites);
        threads = config.getInt(ActorSettings.THREADS);
    }

    @Override
    public ExecutorServiceFactory createExecutorServiceFactory(String id, ThreadFactory factory) {
        ThreadFactory named = factory instanceof MonitorableThreadFactory monitorable
                ? monitorable.withName(monitorable.name() + "-" + id) : factory;
        return () -> Pools.fixed(threads, Pools.from(Pools.withoutHandler(named)));
    }
}
