package io.birdseye.loadtest.overload;

import io.birdseye.loadtest.TrialFailure;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where loads are offered: on this machine, or in a cluster. Closing it ends everything that it started. */
public interface LoadSite extends AutoCloseable {

    /**
     * What loads brought.
     *
     * @param offers for each of them, the figures of each of its phases
     * @param others the share of the service's machine that programs other than Birdseye's took; null where it is not known
     */
    record Brought(List<List<PhaseFigures>> offers, @Nullable Double others) {

        public Brought {
            offers = offers.stream().map(List::copyOf).toList();
        }
    }

    /** How many injectors share a load. */
    int injectors();

    /**
     * Starts a service, warms it up, and offers the loads to it.
     *
     * @param phase is told what is being done
     * @throws TrialFailure if a program does not start or dies, or the service answers nothing
     */
    Brought offer(OfferedLoads loads, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException;

    @Override
    void close();
}
