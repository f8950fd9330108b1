package io.birdseye.report.capacity;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.result.Floor;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Results.SetupUsed;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Whether an open rate suits the machine, as far as the calibration alone tells. So a user learns after the first trial what the
 * report says only at the end: that queues are measured rather than strategies.
 */
public final class RateAdvice {

    /** Of what the cores can carry. They also run mock-api and the injector, whose CPU time the calibration does not tell. */
    private static final double ROOM = 0.5;

    private RateAdvice() {}

    /** One sentence on what to do; empty where users wait or the rate is searched, where no CPU time is known, and where the cores have room. */
    public static Optional<String> of(Results results) {
        Load load = results.settings().load();
        int cores = results.environment().cores();
        double cpuMs = Stream.concat(Stream.of(results.floor()), results.setups().stream().map(SetupUsed::floor))
                .mapToDouble(Floor::cpuMsPerRequest).max().orElseThrow();
        double most = cores * 1_000 / cpuMs;
        if (results.settings().searched() || load.model() != Load.Model.OPEN || !(cpuMs > 0) || load.ratePerSecond() <= ROOM * most) {
            return Optional.empty();
        }
        return Optional.of("The calibration found " + Format.ms(cpuMs) + " of CPU for a request"
                + (results.setups().size() > 1 ? " of the costliest combination" : "") + ", so " + Format.rateAsAsked(load.ratePerSecond())
                + " take " + Format.percent(load.ratePerSecond() / most) + " of " + Format.count(cores, "core")
                + " for the service alone. Whoever falls behind may do so for want of CPU; --rate "
                + Math.max(1, (int) (ROOM * most)) + " would take half.");
    }
}
