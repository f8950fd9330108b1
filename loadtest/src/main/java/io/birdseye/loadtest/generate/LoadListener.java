package io.birdseye.loadtest.generate;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Program;
import java.io.IOException;

/** Is told how far a load is. What it throws ends the load. */
public interface LoadListener {

    LoadListener NONE = new LoadListener() {};

    /** Looks some times a second, for example whether the service is alive. */
    static LoadListener watching(Program.Watch watch) {
        return new LoadListener() {
            @Override
            public void waiting(Stage stage) throws TrialFailure, InterruptedException {
                watch.look();
            }
        };
    }

    enum Stage {
        STARTING,
        WARMING_UP,
        MEASURING,
        LAST_ANSWERS
    }

    default void waiting(Stage stage) throws TrialFailure, InterruptedException {}

    /** A measured phase begins. The load goes on, but the light client sends nothing until this returns. */
    default void measuring() throws TrialFailure, IOException, InterruptedException {}

    /** A measured phase is over; its last answers are still to come. */
    default void measured() throws TrialFailure, IOException, InterruptedException {}
}
