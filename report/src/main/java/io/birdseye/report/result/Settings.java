package io.birdseye.report.result;

import io.birdseye.model.Load;
import java.util.List;
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
 * @param target null for Birdseye's own service; else delay, memory and HTTP threads are 0, and layout and budgets
 *     {@code none}
 * @param profile what was profiled in the middle of each window, {@code cpu}, {@code wall} or {@code alloc}; null if
 *     nothing was. Profiled trials are compared with no others
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
        @Nullable ScenarioUsed scenario,
        @Nullable TargetUsed target,
        @Nullable String profile) {

    /** What has no meaning for a service that is not Birdseye's. */
    private static final String NONE = "none";

    /** Jackson gives null for a field that an older file lacks. */
    public Settings {
        validity = validity == null ? ValidityBounds.DEFAULT : validity;
    }

    /** Of Birdseye's own service. */
    public Settings(
            Load load, double delayMs, double memoryMegabytes, String layout, String budgets, int httpThreads,
            double warmUpSeconds, double durationSeconds, long seed, String command, ValidityBounds validity,
            @Nullable ScenarioUsed scenario) {
        this(load, delayMs, memoryMegabytes, layout, budgets, httpThreads, warmUpSeconds, durationSeconds, seed, command,
                validity, scenario, null, null);
    }

    /** Of a service that is not Birdseye's. */
    public static Settings ofTarget(
            Load load, double warmUpSeconds, double durationSeconds, long seed, String command, ValidityBounds validity,
            TargetUsed target) {
        return new Settings(
                load, 0, 0, NONE, NONE, 0, warmUpSeconds, durationSeconds, seed, command, validity, null, target,
                null);
    }

    /** What is compared: {@code strategy} or {@code variant}. */
    public String compared() {
        return target == null ? "strategy" : "variant";
    }

    /** Several of them: {@code strategies} or {@code variants}. */
    public String comparedMany() {
        return target == null ? "strategies" : "variants";
    }

    /** The share of requests that fail because the scenario lets their upstreams fail, from 0 to 1. */
    public double failingShare() {
        Double ofTarget = target == null ? null : target.failingShare();
        Double share = scenario == null ? ofTarget : scenario.failingShare();
        return share == null ? 0 : share;
    }

    /** The same, measured by another command. */
    public Settings with(String otherCommand) {
        return new Settings(load, delayMs, memoryMegabytes, layout, budgets, httpThreads, warmUpSeconds,
                durationSeconds, seed, otherCommand, validity, scenario, target, profile);
    }

    /** The same, profiled; null for no profile. */
    public Settings profiled(@Nullable String event) {
        return new Settings(load, delayMs, memoryMegabytes, layout, budgets, httpThreads, warmUpSeconds,
                durationSeconds, seed, command, validity, scenario, target, event);
    }

    /**
     * The scenario that was measured, as a whole: a name alone would not repeat it.
     *
     * @param text of the file
     * @param failingShare of the requests, that fail because their upstreams are told to, from 0 to 1; null in results
     *     that do not yet tell
     */
    public record ScenarioUsed(String name, String text, @Nullable Double failingShare) {}

    /**
     * The service that was measured, where it is not Birdseye's.
     *
     * @param address scheme, host and port
     * @param started whether Birdseye started it anew for each trial; else it was running, and was measured in slices
     * @param upstreams whether mock-api played the services behind it
     * @param text of the service file; empty where there was none
     * @param failingShare of the requests, that fail because mock-api is told to let their calls fail, from 0 to 1; null in
     *     results that do not yet tell
     */
    public record TargetUsed(
            String address, boolean started, boolean upstreams, List<VariantUsed> variants, String text,
            @Nullable Double failingShare) {

        public TargetUsed {
            variants = List.copyOf(variants);
        }

        /** For people: {@code http://127.0.0.1:8081, which was running}. */
        public String describe() {
            return address + (started ? ", started anew for each trial" : ", which was running");
        }

        /**
         * The request of a variant.
         *
         * @param request in words
         */
        public record VariantUsed(String name, String request) {}
    }
}
