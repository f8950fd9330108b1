package io.birdseye.loadtest.injectors;

import io.birdseye.loadtest.generate.Recorded;
import io.birdseye.loadtest.plan.RequestPlan;
import java.nio.file.Path;
import java.time.Duration;

/** What sends the requests of an injector. */
public interface InjectorEngine {

    @FunctionalInterface
    interface Start {

        /** Called once, when all is prepared: waits for the origin, by {@link System#nanoTime}. */
        long await() throws InterruptedException;
    }

    /** Of its share: what was recorded, how many windows have a log of each second, and by how much it began late. */
    record Result(Recorded recorded, int logs, long startLagNanos) {}

    /** How long before its start a prepared load must be told of it. */
    Duration lead(RequestPlan plan);

    /** Prepares a load, waits for its start, offers it, and leaves {@link LogFiles}; its failure is for people. */
    Result run(RequestPlan plan, Start start, Path folder) throws Exception;
}
