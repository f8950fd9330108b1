package io.birdseye.loadtest.campaign;

import io.birdseye.loadtest.TrialFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One fault in one try. It is brought about before, or while, a comparison runs, and taken back afterwards. */
interface InjectedFault {

    /**
     * A limit of the system that a comparison and all that it starts live within.
     *
     * @param option of {@code prlimit}, such as {@code --nofile}
     * @param unit for the table
     */
    static InjectedFault limit(String option, long value, String unit) {
        return new InjectedFault() {
            @Override
            public List<String> prefix() {
                return List.of("prlimit", option + "=" + value, "--");
            }

            @Override
            public Optional<String> strike(ComparisonProcess comparison) {
                return Optional.of(value + " " + unit);
            }
        };
    }

    /** What stands in front of the comparison's command; it must become that command ({@code exec}). */
    default List<String> prefix() {
        return List.of();
    }

    /**
     * Called before the comparison starts.
     *
     * @param out the folder of its results, which is empty
     */
    default void prepare(Path out) throws IOException, TrialFailure, InterruptedException {}

    /**
     * Called as soon as the comparison has started. Returns when the fault has happened, or cannot happen any more.
     *
     * @return what was done, for the table; empty if the comparison ended before
     */
    Optional<String> strike(ComparisonProcess comparison) throws IOException, InterruptedException;

    /** Called when the comparison has ended, also if another method failed: the fault is over. */
    default void lift(Path out) throws IOException, InterruptedException {}

    /** Called when nothing is read from the folder any more. */
    default void forget(Path out) throws IOException, InterruptedException {}
}
