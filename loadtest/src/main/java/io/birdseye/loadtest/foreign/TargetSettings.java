package io.birdseye.loadtest.foreign;

import io.birdseye.loadtest.plan.ServiceTarget;
import io.birdseye.loadtest.trial.Measurement;
import io.birdseye.model.Durations;
import io.birdseye.model.Load;
import io.birdseye.model.ProfileEvent;
import io.birdseye.report.result.Settings;
import io.birdseye.report.result.Settings.TargetUsed;
import io.birdseye.report.result.ValidityBounds;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What the trials of a service that is not Birdseye's have in common.
 *
 * @param text of the service file; empty for a service that runs already
 * @param warmUp of each variant: before each trial of a started service, and once for a running one
 * @param duration of the measured window; of each slice, for a service that runs already
 * @param requestTimeout after which a request has failed
 */
public record TargetSettings(
        ServiceTarget target,
        String text,
        Load load,
        Duration warmUp,
        Duration duration,
        Duration requestTimeout,
        Measurement measurement) {

    /** The load of a variant before each of its slices, which is not measured. */
    static final Duration LEAD_IN = Duration.ofSeconds(1);

    /** Without load, for answers that are still to come. */
    static final Duration PAUSE = Duration.ofMillis(500);

    /** Start, check and end of a trial. */
    private static final double OVERHEAD_SECONDS = 10;

    public TargetSettings {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0 || duration.compareTo(Duration.ofHours(24)) > 0) {
            throw new IllegalArgumentException(
                    "the measured time must be between 1s and 24h, but is " + Durations.format(duration));
        }
        if (warmUp.isNegative() || warmUp.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("the warm-up must be between 0s and 1h, but is " + Durations.format(warmUp));
        }
    }

    /** The same with another number of blocks. */
    public TargetSettings withBlocks(int blocks) {
        return new TargetSettings(
                target, text, load, warmUp, duration, requestTimeout, measurement.withBlocks(blocks));
    }

    /** The same for one variant. */
    public TargetSettings only(String variant) {
        ServiceTarget one = switch (target) {
            case ServiceTarget.Running running -> new ServiceTarget.Running(List.of(running.request(variant)));
            case ServiceTarget.Started started -> started.only(variant);
        };
        return new TargetSettings(one, text, load, warmUp, duration, requestTimeout, measurement);
    }

    /** The same under another load. */
    public TargetSettings with(Load otherLoad, Measurement otherMeasurement) {
        return new TargetSettings(target, text, otherLoad, warmUp, duration, requestTimeout, otherMeasurement);
    }

    /** The names of the variants. */
    public List<String> variants() {
        return target.names();
    }

    /** How long one trial takes, roughly. */
    public double estimateSeconds() {
        return switch (target) {
            case ServiceTarget.Running _ -> Durations.ms(duration.plus(LEAD_IN).plus(PAUSE)) / 1e3;
            case ServiceTarget.Started _ -> Durations.ms(warmUp) * 4 / 3e3 + Durations.ms(duration) / 1e3 + OVERHEAD_SECONDS;
        };
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
        return Settings.ofTarget(
                load, Durations.ms(warmUp) / 1e3, Durations.ms(duration) / 1e3, measurement.seed(), command, validity,
                new TargetUsed(
                        target.address(),
                        target instanceof ServiceTarget.Started,
                        upstreams().isPresent(),
                        target.requests().stream()
                                .map(request -> new TargetUsed.VariantUsed(request.name(), request.describe()))
                                .toList(),
                        text,
                        failingShare()))
                .profiled(measurement.profile().map(ProfileEvent::label).orElse(null));
    }

    private Optional<ServiceTarget.Upstreams> upstreams() {
        return target instanceof ServiceTarget.Started started ? started.upstreams() : Optional.empty();
    }

    /** Of the requests, that fail because mock-api lets their calls fail, if each makes all of them once. */
    double failingShare() {
        return upstreams().map(played -> played.scenario().failingShare()).orElse(0.0);
    }
}
