package io.birdseye.loadtest;

import io.birdseye.report.result.Results;
import java.io.IOException;

/** Is told how far a measurement has come: several times a second, on the thread that runs it. */
@FunctionalInterface
public interface Progress {

    Progress NONE = (phase, doneSeconds, totalSeconds) -> {};

    /**
     * @param phase what is being done, for example {@code "block 1, rx: measuring"}
     * @param totalSeconds an estimate that may change
     */
    void update(String phase, double doneSeconds, double totalSeconds);

    /**
     * Is told by a comparison what is known after each trial, before the next one begins.
     *
     * @param soFar says how many trials are to come
     * @throws IOException if it cannot be kept
     */
    default void known(Results soFar) throws IOException {}
}
