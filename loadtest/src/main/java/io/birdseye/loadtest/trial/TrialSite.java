package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Provenance;
import io.birdseye.loadtest.trial.TrialStore.Calibrated;
import io.birdseye.report.result.Trial;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/** Where trials take place: on this machine, or in a cluster. Recipes are the same for both. */
public interface TrialSite {

    /**
     * By which build, and where, it measures: trials of two of them do not stand in one table.
     *
     * @throws IOException if that cannot be found out
     */
    Provenance provenance() throws IOException;

    /** How many injectors share the load of a trial. */
    int injectors();

    /** How many processors the service has: instruments are judged by their share of them. */
    int processors();

    /** How many trials it measures at once, each in a slot of its own. */
    default int slots() {
        return 1;
    }

    /**
     * Makes ready for trials of these settings; it measures nothing yet.
     *
     * @param store receives what the programs leave
     * @throws IOException if the folder of the results cannot be written to
     */
    Runner open(TrialSettings settings, TrialStore store) throws IOException;

    /** Measures trials of the same settings. Closing it ends everything that it started. */
    interface Runner extends AutoCloseable {

        /**
         * Measures trials; what a service, the mock or an injector does is their outcome.
         *
         * @param slots one, or those that are measured in one go (see {@link Subject#blocksInOneGo})
         * @param lane where, counted from 1; two trials of one lane are never measured at once
         * @param phase is told what is being done
         * @return a trial for each slot
         * @throws TrialFailure if a load of several trials has failed
         */
        List<Trial> run(List<TrialSlot> slots, int lane, Consumer<String> phase)
                throws TrialFailure, IOException, InterruptedException;

        /**
         * Finds the floor of a combination of axis values.
         *
         * @throws TrialFailure if a program does not start, or the floor cannot be found
         */
        Calibrated calibrate(Setup setup, Consumer<String> phase)
                throws TrialFailure, IOException, InterruptedException;

        /** Whether it is being ended from outside, by Ctrl-C for example. */
        boolean interrupted();

        @Override
        void close();
    }
}
