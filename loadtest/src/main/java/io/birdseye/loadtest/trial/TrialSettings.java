package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.axis.Axis;
import io.birdseye.model.Durations;
import io.birdseye.model.ProfileEvent;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.ValidityBounds;
import java.time.Duration;
import java.util.List;

/** What the trials of a measurement have in common: what is served, under which load, and how it is measured. */
public record TrialSettings(Served served, LoadPlan load, Measurement measurement) {

    private static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(5);
    private static final Duration BEYOND_DEADLINE = Duration.ofSeconds(5);

    /** Start, check and end of a trial. */
    private static final double OVERHEAD_SECONDS = 7;

    /** The same with another number of blocks. */
    public TrialSettings withBlocks(int blocks) {
        return new TrialSettings(served, load, measurement.withBlocks(blocks));
    }

    public List<String> strategies() {
        return served.strategies();
    }

    /** What is compared. */
    public List<RowKey> rows() {
        return served.rows();
    }

    public Work work() {
        return served.work();
    }

    /** How long one trial takes, roughly. */
    public double estimateSeconds() {
        return Durations.ms(load.span()) / 1e3 + OVERHEAD_SECONDS;
    }

    /** How long the injector waits for an answer: longer than the service, so that its 504 is seen. */
    public Duration requestTimeout() {
        return served.service().deadline().orElse(DEFAULT_DEADLINE).plus(BEYOND_DEADLINE);
    }

    /** As they stand in a result. */
    public Settings forResults() {
        return described(measurement.command(), measurement.validity()).judgedWithin(measurement.margin().orElse(null));
    }

    /** What two trials must share to stand in one table: neither the command line nor bounds and margin change a trial. */
    Settings comparable() {
        return described("", ValidityBounds.DEFAULT);
    }

    private Settings described(String command, ValidityBounds validity) {
        return new Settings(
                load.load(),
                Durations.ms(work().upstreamDelay()),
                work().memoryMegabytes(),
                work().layout().label(),
                switch (served.budgets()) {
                    case Budgets.Equal(int _, int _) -> "equal";
                    case Budgets.Published() -> "published";
                },
                served.service().httpThreads(),
                Durations.ms(load.warmUp().total()) / 1e3,
                Durations.ms(load.duration()) / 1e3,
                measurement.seed(),
                command,
                validity,
                work().scenario()
                        .map(file -> new Settings.ScenarioUsed(
                                file.scenario().name(), file.text(), file.failingShare()))
                        .orElse(null))
                .with(served.axes().stream().map(Axis::used).toList())
                .profiled(measurement.profile().map(ProfileEvent::label).orElse(null));
    }
}
