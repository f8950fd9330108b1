package io.birdseye.loadtest.generate;

import io.birdseye.loadtest.TrialFailure;
import java.io.IOException;
import java.util.List;

/**
 * Offers a load and measures it: a {@link Schedule} in, latencies and counts out. Used once. There are two: the
 * injector ({@code GatlingInjector}), a JVM of its own, for trials; and the {@link LightClient} in this JVM for
 * everything else.
 */
public interface LoadGenerator extends AutoCloseable {

    /**
     * Offers the whole schedule, and waits for the answers.
     *
     * @param listener is told of phases; runs on the thread that calls
     * @return one summary for each measured phase
     * @throws TrialFailure if the generator cannot do its work, or the listener ends it
     */
    List<LoadSummary> run(LoadListener listener) throws TrialFailure, IOException, InterruptedException;

    /** Ends the load, also while {@link #run} is at work in another thread. */
    @Override
    void close();
}
