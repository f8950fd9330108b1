package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.plan.LoadEngine;
import io.birdseye.model.Durations;
import io.birdseye.model.Objective;
import io.birdseye.model.ProfileEvent;
import io.birdseye.report.result.RowKey;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.ValidityBounds;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the trials of a measurement have in common: what is measured, under which load, and how. */
public record TrialSettings(Subject subject, LoadPlan load, Measurement measurement) {

    public TrialSettings withBlocks(int blocks) {
        return new TrialSettings(subject, load, measurement.withBlocks(blocks));
    }

    /** @throws IllegalStateException if a service of the user's own is measured */
    public Served served() {
        if (subject instanceof Served served) {
            return served;
        }
        throw new IllegalStateException("Birdseye's service is not what is measured, but " + subject);
    }

    public List<RowKey> rows() {
        return subject.rows();
    }

    public Work work() {
        return served().work();
    }

    /** How long a trial takes on its own, roughly. */
    public double estimateSeconds() {
        return subject.seconds(load, 1, 1);
    }

    public TrialSettings with(LoadPlan other) {
        return new TrialSettings(subject, other, measurement);
    }

    TrialSettings with(Objective objective) {
        return load.search() == null
                ? this
                : with(load.with(load.search().with(objective)));
    }

    /** What sends, never {@link LoadEngine#AUTO}. */
    LoadEngine engine() {
        boolean compared = subject instanceof Served && load.search() == null;
        return load.engine() != LoadEngine.AUTO ? load.engine() : compared ? LoadEngine.GATLING : LoadEngine.LIGHT;
    }

    /** How many blocks are measured in one go; a search has a load of its own for each trial. */
    public int blocksInOneGo() {
        return load.search() == null ? subject.blocksInOneGo() : 0;
    }

    public Settings forResults() {
        return described(measurement.command(), measurement.validity(), measurement.margin().orElse(null));
    }

    /** What two trials must share to stand in one table: neither the command line nor bounds and margin change a trial. */
    Settings comparable() {
        return described("", ValidityBounds.DEFAULT, null);
    }

    private Settings described(String command, ValidityBounds validity, @Nullable Double margin) {
        Settings.Run run = new Settings.Run(
                Durations.ms(load.warmUp().total()) / 1e3, Durations.ms(load.duration()) / 1e3, measurement.seed(), command);
        return subject.described(load.load(), run, validity, new Settings.Options(
                measurement.profile().map(ProfileEvent::label).orElse(null), List.of(), margin,
                load.search() == null ? null : load.search().objective(), engine() == LoadEngine.GATLING ? null : "light"));
    }
}
