package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.TrialFailure;
import io.birdseye.loadtest.program.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Where tasks run: on this machine, or in a cluster. Recipes are the same for both. */
public interface Site {

    /** By which build, and where, it measures: trials of two of them do not stand in one table. */
    Provenance provenance() throws IOException;

    int injectors();

    /** How many processors the service has: instruments are judged by their share of them. */
    int processors();

    /** How many tasks it runs at once, each in a slot of its own. */
    default int slots() {
        return 1;
    }

    /** Makes ready for tasks with this seed of mock-api; runs nothing yet. The folder receives what programs leave. */
    Session open(Path out, long seed) throws IOException;

    /** Runs tasks. Closing it ends everything that it started. */
    interface Session extends AutoCloseable {

        /** Runs a task; two of one lane, counted from 1, are never run at once. Throws if it brings nothing. */
        <R> R run(Task<R> task, int lane, Consumer<String> phase) throws TrialFailure, IOException, InterruptedException;

        /** Whether it is being ended from outside, by Ctrl-C for example. */
        boolean interrupted();

        @Override
        void close();
    }
}
