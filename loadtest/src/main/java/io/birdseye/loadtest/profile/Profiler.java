package io.birdseye.loadtest.profile;

import io.birdseye.loadtest.TrialFailure;
import java.nio.file.Path;

/** Records where a JVM spends its time, or who allocates, between two calls. */
interface Profiler extends AutoCloseable {

    /** For people, with what it counts: {@code async-profiler 4.5, ctimer}. */
    String name();

    /**
     * Starts recording.
     *
     * @throws TrialFailure if it cannot attach; another profiler may
     */
    void start(long pid) throws TrialFailure, InterruptedException;

    /**
     * Ends it and writes a file of stacks.
     *
     * @throws TrialFailure if it cannot
     */
    void stop(long pid, Path stacks) throws TrialFailure, InterruptedException;

    /** Removes what it needed. */
    @Override
    default void close() {}
}
