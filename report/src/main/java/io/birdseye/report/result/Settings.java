package io.birdseye.report.result;

import io.birdseye.model.Load;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for, equal for all trials of a comparison.
 *
 * @param load the load model and its size
 * @param delayMs the delay of every upstream; with a scenario the mean of the slowest
 * @param memoryMegabytes the article's label for the shared memory
 * @param layout {@code boxed} or {@code primitive}
 * @param budgets {@code equal} or {@code published}
 * @param httpThreads the service's worker threads
 * @param seed of the order of trials and of the mock
 * @param command the command line that repeats the comparison
 * @param validity beyond which a trial is invalid; files of older builds lack it and get the defaults
 * @param scenario null for the main article's tree
 */
public record Settings(
        Load load,
        double delayMs,
        double memoryMegabytes,
        String layout,
        String budgets,
        int httpThreads,
        double warmUpSeconds,
        double durationSeconds,
        long seed,
        String command,
        ValidityBounds validity,
        @Nullable ScenarioUsed scenario) {

    /** Jackson gives null for a field that an older file lacks. */
    public Settings {
        validity = validity == null ? ValidityBounds.DEFAULT : validity;
    }

    /** The share of requests that fail because the scenario lets their upstreams fail, from 0 to 1. */
    public double failingShare() {
        Double share = scenario == null ? null : scenario.failingShare();
        return share == null ? 0 : share;
    }

    /** The same, measured by another command. */
    public Settings with(String otherCommand) {
        return new Settings(load, delayMs, memoryMegabytes, layout, budgets, httpThreads, warmUpSeconds,
                durationSeconds, seed, otherCommand, validity, scenario);
    }

    /**
     * The scenario that was measured, as a whole: a name alone would not repeat it.
     *
     * @param text of the file
     * @param failingShare of the requests, that fail because their upstreams are told to, from 0 to 1; null in results
     *     that do not yet tell
     */
    public record ScenarioUsed(String name, String text, @Nullable Double failingShare) {}
}
