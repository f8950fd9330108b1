package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Where tasks run: on this machine, or in a cluster. Recipes are the same for both. */
public interface Site {

    /**
     * By which build, and where, it measures: trials of two of them do not stand in one table.
     *
     * @throws IOException if that cannot be found out
     */
    Provenance provenance() throws IOException;

    int injectors();

    /** How many processors the service has: instruments are judged by their share of them. */
    int processors();

    /** How many tasks it runs at once, each in a slot of its own. */
    default int slots() {
        return 1;
    }

    /**
     * Makes ready for tasks; it runs nothing yet.
     *
     * @param out the folder of the results, which receives what the programs leave
     * @throws IOException if the folder cannot be written to
     */
    Session open(Path out) throws IOException;

    /** Runs tasks. Closing it ends everything that it started. */
    interface Session extends AutoCloseable {

        /**
         * Runs a task to its end.
         *
         * @param lane in which slot, counted from 1; two tasks of one slot are never run at once
         * @param phase is told what is being done
         * @throws TrialFailure if it brings nothing: a program does not start or dies
         */
        <R> R run(Task<R> task, int lane, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException;

        /** Whether it is being ended from outside, by Ctrl-C for example. */
        boolean interrupted();

        @Override
        void close();
    }
}
