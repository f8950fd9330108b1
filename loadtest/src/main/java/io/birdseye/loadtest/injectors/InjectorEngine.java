package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.generate.Recorded;
import io.birdseye.loadtest.plan.RequestPlan;
import java.nio.file.Path;
import java.time.Duration;

/** What sends the requests of an injector. */
public interface InjectorEngine {

    @FunctionalInterface
    interface Start {

        /**
         * Called once, when everything is prepared. Waits until the start has been published.
         *
         * @return the origin of the schedule, by {@link System#nanoTime}
         */
        long await() throws InterruptedException;
    }

    /**
     * What an injector has to tell when its load is over.
     *
     * @param recorded of its share
     * @param logs how many windows have a log of the latencies of each second
     * @param startLagNanos how much later than the common start it has begun, by its own clock
     */
    record Result(Recorded recorded, int logs, long startLagNanos) {}

    /** How long before its start a prepared load must be told of it. */
    Duration lead(RequestPlan plan);

    /**
     * Prepares a load, waits for its start, and offers it to the end.
     *
     * @param folder receives the latencies of each second, see {@link LogFiles}
     * @throws Exception if it cannot; the message is for people
     */
    Result run(RequestPlan plan, Start start, Path folder) throws Exception;
}
