package io.birdseye.report.table;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.ValidityBounds;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a trial measured the service or its own instruments. What the system does not tell breaks no bound, and is
 * said instead.
 */
public record Validity(ValidityBounds bounds, Load load, int cores) {

    public static Validity of(Results results) {
        return new Validity(
                results.settings().validity(), results.settings().load(), results.environment().cores());
    }

    /** What is out of bounds, in words; empty for a valid trial. */
    public List<String> broken(Measured measured) {
        List<String> broken = new ArrayList<>();
        if (load.model() == Load.Model.OPEN) {
            double asked = load.ratePerSecond();
            if (measured.offeredPerSecond() < bounds.minSentShare() * asked) {
                broken.add("the injector sent " + Format.rate(measured.offeredPerSecond()) + " of the "
                        + Format.rate(asked) + " asked for");
            }
            // A user of the closed model is due when it is free, so there is nothing that it could lag behind.
            over(broken, "start lag p99", measured.startLagP99Ms(), bounds.maxStartLagP99Ms());
        }
        overShare(broken, "the injector took", share(measured.resources().injectorCores()),
                bounds.maxInjectorCpuShare());
        overShare(broken, "mock-api took", share(measured.resources().mockCores()), bounds.maxMockCpuShare());
        over(broken, "mock-api's delays were off, p99", measured.mockDelayErrorP99Ms(),
                bounds.maxMockDelayErrorP99Ms());
        overShare(broken, "a hypervisor stole", measured.stolenShare(), bounds.maxStolenShare());
        return broken;
    }

    /** Which of the bounds nobody could check, in words. */
    List<String> unknown(Measured measured) {
        List<String> unknown = new ArrayList<>();
        if (measured.resources().injectorCores() == null) {
            unknown.add("CPU of the injector");
        }
        if (measured.resources().mockCores() == null) {
            unknown.add("CPU of mock-api");
        }
        if (measured.mockDelayErrorP99Ms() == null) {
            unknown.add("delay error of mock-api");
        }
        if (measured.stolenShare() == null) {
            unknown.add("stolen time");
        }
        return unknown;
    }

    private @Nullable Double share(@Nullable Double busyCores) {
        return busyCores == null ? null : busyCores / Math.max(1, cores);
    }

    private static void over(List<String> broken, String what, @Nullable Double ms, double most) {
        if (ms != null && ms > most) {
            broken.add(what + " " + Format.ms(ms) + ", at most " + Format.setting(most) + " ms are allowed");
        }
    }

    private static void overShare(List<String> broken, String what, @Nullable Double share, double most) {
        if (share != null && share > most) {
            broken.add(what + " " + percent(share) + " of the machine, at most " + percent(most) + " are allowed");
        }
    }

    /** With a decimal where there is one: a share just above its bound must not read like the bound. */
    private static String percent(double share) {
        return Format.setting(Math.round(share * 1000) / 10.0) + " %";
    }
}
