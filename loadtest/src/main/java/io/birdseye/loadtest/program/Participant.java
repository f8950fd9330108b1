package io.birdseye.loadtest.program;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.model.process.MachineSample;
import io.birdseye.model.process.RunQueueWait;
import java.time.Duration;
import java.util.Optional;

/** A program that takes part in a trial, on this machine or on another: what a trial asks of it. */
public interface Participant extends AutoCloseable {

    /** Its address, such as {@code http://127.0.0.1:8080}. */
    String url();

    /** CPU time of all its threads; empty where the system does not tell, or it has ended. */
    Optional<Duration> cpu() throws TrialFailure, InterruptedException;

    /** What it has used so far, and its machine; no wait for a processor where the system does not tell it. */
    record Use(Optional<RunQueueWait> waited, MachineSample machine) {}

    /** @throws TrialFailure if it is on another machine and does not answer */
    Use use() throws TrialFailure, InterruptedException;

    /** @throws TrialFailure if it has ended */
    void requireAlive() throws TrialFailure, InterruptedException;

    /** How often it was seen to stand still because of a signal; 0 on another machine, where nobody sees it. */
    default int stops() {
        return 0;
    }

    /** @throws TrialFailure if {@link #stops} has grown since */
    default void requireNotStopped(int before) throws TrialFailure {}

    /** Ends it, if it was started here. */
    @Override
    void close();
}
