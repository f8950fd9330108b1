package io.birdseye.strategy.pekko;

import com.typesafe.config.Config;
import io.birdseye.strategy.ActorSettings;
import io.birdseye.strategy.Pools;
import org.apache.pekko.dispatch.DispatcherPrerequisites;
import org.apache.pekko.dispatch.ExecutorServiceConfigurator;
import org.apache.pekko.dispatch.ExecutorServiceFactory;
import org.apache.pekko.dispatch.MonitorableThreadFactory;
import java.util.concurrent.ThreadFactory;

/** The pool of a dispatcher, in place of the library's own for the reasons that {@code ActorThreads} of Akka has. */
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
