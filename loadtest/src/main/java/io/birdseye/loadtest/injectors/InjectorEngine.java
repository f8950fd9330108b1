package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.plan.TargetPlan;
import java.nio.file.Path;
import java.time.Duration;

/** What sends the requests of an injector. */
public interface InjectorEngine {

    /** When the load begins. */
    @FunctionalInterface
    interface Start {

        /**
         * Called once, when everything is prepared. Waits until the start has been published.
         *
         * @return the origin of the schedule, by {@link System#nanoTime}
         */
        long await() throws InterruptedException;
    }

    /** How long before its start a prepared load must be told of it. */
    Duration lead(TargetPlan plan);

    /**
     * Prepares a load, waits for its start, and offers it to the end.
     *
     * @param folder receives the latencies of each second, see {@link LogFiles}
     * @throws Exception if it cannot; the message is for people
     */
    InjectorResult run(TargetPlan plan, Start start, Path folder) throws Exception;
}
