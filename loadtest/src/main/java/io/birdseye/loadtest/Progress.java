package io.birdseye.loadtest;

import io.birdseye.report.result.Results;
import java.io.IOException;

/** Is told how far a measurement has come: several times a second, on the thread that runs it. */
@FunctionalInterface
public interface Progress {

    Progress NONE = (phase, doneSeconds, totalSeconds) -> {};

    /** Is told for example {@code "block 1, rx: measuring"}; the estimate of the total may change. */
    void update(String phase, double doneSeconds, double totalSeconds);

    /** Is told by a comparison after each trial what is known, with how many trials are to come. */
    default void known(Results soFar) throws IOException {}
}
