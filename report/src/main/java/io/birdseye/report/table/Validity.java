package io.birdseye.report.table;

import static java.util.Objects.requireNonNull;

import io.birdseye.model.Format;
import io.birdseye.model.Load;
import io.birdseye.model.process.Throttling;
import io.birdseye.report.result.Results;
import io.birdseye.report.result.Trial.Disturbance;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.result.ValidityBounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a trial measured the service or its own instruments. What the system does not tell breaks no bound, and is
 * said instead.
 *
 * @param withMock whether mock-api played the services behind the measured one
 */
public record Validity(ValidityBounds bounds, Load load, int cores, boolean withMock) {

    /** How many times the bound a lateness may be that is no reason for so many missing answers. */
    private static final double MAX_LATENESS = 4;

    /** What a service answers that is overloaded: no room, or no time left. The last one gives no answer at all. */
    private static final List<String> OVERLOADED = List.of("503", "504", "timeout");

    /** Of trials in which mock-api plays the services behind the measured one. */
    public Validity(ValidityBounds bounds, Load load, int cores) {
        this(bounds, load, cores, true);
    }

    public static Validity of(Results results) {
        return new Validity(
                results.settings().validity(), results.settings().load(), results.environment().cores(),
                results.settings().target() == null || results.settings().target().upstreams());
    }

    /**
     * A figure and the most that it may be: a share of the machine, or else ms by which something is late.
     *
     * @param context what else is known of a broken bound
     */
    private record Check(
            String name, String sentence, @Nullable Double value, double most, boolean share, String context) {

        Check(String name, String sentence, @Nullable Double value, double most, boolean share) {
            this(name, sentence, value, most, share, "");
        }

        boolean isBroken() {
            return value != null && value > most;
        }

        boolean isTolerable() {
            return !share && value != null && value <= MAX_LATENESS * most;
        }

        /** Of a known figure. */
        String words() {
            double known = requireNonNull(value);
            return sentence + " " + (share
                    ? percent(known) + " of the machine, at most " + percent(most) + " are allowed"
                    : Format.ms(known) + ", at most " + Format.setting(most) + " ms are allowed") + context;
        }
    }

    /** What is out of bounds, in words; empty for a valid trial. What {@link #tolerated} names is not among it. */
    public List<String> broken(Measured measured) {
        List<String> broken = new ArrayList<>();
        if (load.model() == Load.Model.OPEN && measured.capacity() == null) {
            double asked = load.ratePerSecond();
            if (measured.offeredPerSecond() < bounds.minSentShare() * asked) {
                broken.add("the injector sent " + Format.rate(measured.offeredPerSecond()) + " of the "
                        + Format.rate(asked) + " asked for");
            }
        }
        boolean overloaded = isOverloaded(measured);
        checks(measured)
                .filter(check -> check.isBroken() && !(overloaded && check.isTolerable()))
                .map(Check::words).forEach(broken::add);
        throttled(measured.instruments().disturbance()).ifPresent(broken::add);
        return broken;
    }

    /**
     * Which bounds are broken by a lateness that cannot have made the outcome, in words. A service that takes all cores and
     * still gives most requests no right answer makes the injector and mock-api late by some tens of ms. Requests that came
     * so much later miss their deadline as they do without; the trial has no latencies that are compared, and says only that the
     * strategy fell behind.
     */
    List<String> tolerated(Measured measured) {
        return isOverloaded(measured)
                ? checks(measured).filter(check -> check.isBroken() && check.isTolerable()).map(Check::words).toList()
                : List.of();
    }

    private static boolean isOverloaded(Measured measured) {
        long refused = OVERLOADED.stream().mapToLong(kind -> measured.counts().errorsByKind().getOrDefault(kind, 0L)).sum();
        return refused > 0 && refused >= measured.requests();
    }

    /** A service that is stopped for a part of each 100 ms has latencies of its container and not of its own. */
    private static Optional<String> throttled(Disturbance disturbance) {
        Throttling throttling = disturbance.throttling();
        return throttling == null || throttling.throttledPeriods() == 0
                ? Optional.empty()
                : Optional.of("the kernel stopped the service in " + throttling.throttledPeriods() + " of "
                        + throttling.periods() + " periods, " + Format.ms(throttling.throttledNanos() / 1e6)
                        + " in all, since its container had used up its CPU time; none is allowed");
    }

    /** Which of the bounds nobody could check, in words. */
    List<String> unknown(Measured measured) {
        return checks(measured).filter(check -> check.value() == null).map(Check::name).toList();
    }

    private Stream<Check> checks(Measured measured) {
        // A user of the closed model is due when it is free, so there is nothing that it could lag behind.
        Disturbance disturbance = measured.instruments().disturbance();
        double startLagMs = load.model() == Load.Model.OPEN ? measured.instruments().startLagP99Ms() : 0;
        return Stream.of(
                new Check("start lag", "start lag p99", startLagMs, bounds.maxStartLagP99Ms(), false),
                new Check("start spread", "the injectors began up to this far apart:",
                        measured.instruments().injectors().startSpreadMs(),
                        bounds.maxStartSpreadMs(), false),
                new Check("CPU of the injector", "the injector took", share(measured.resources().injectorCores()),
                        bounds.maxInjectorCpuShare(), true),
                new Check("CPU of mock-api", "mock-api took", share(measured.resources().mockCores()),
                        bounds.maxMockCpuShare(), true),
                new Check("delay error of mock-api", "mock-api's delays were off, p99",
                        measured.instruments().mockDelayErrorP99Ms(), bounds.maxMockDelayErrorP99Ms(), false),
                new Check("stolen time", "a hypervisor stole", measured.instruments().stolenShare(), bounds.maxStolenShare(), true),
                new Check("CPU of other programs", "other programs took",
                        disturbance.othersShare(), bounds.maxOthersShare(), true, waiting(disturbance)))
                .filter(check -> withMock || !check.name().endsWith("mock-api"));
    }

    /** How long threads waited for a core, ours and others': shown, but no bound, since a busy service queues by itself. */
    private static String waiting(Disturbance disturbance) {
        List<String> all = new ArrayList<>();
        Double pressure = disturbance.pressureShare();
        Double service = disturbance.serviceWaitMsPerSecond();
        Double injector = disturbance.injectorWaitMsPerSecond();
        if (pressure != null) {
            all.add("some thread of the machine waited for a core " + percent(pressure) + " of the time");
        }
        if (service != null) {
            all.add("those of the service together " + Format.ms(service) + " of each second");
        }
        if (injector != null) {
            all.add("those of the injector " + Format.ms(injector));
        }
        return all.isEmpty() ? "" : " (" + Format.list(all) + ")";
    }

    private @Nullable Double share(@Nullable Double busyCores) {
        return busyCores == null ? null : busyCores / Math.max(1, cores);
    }

    /** With a decimal where there is one: a share just above its bound must not read like the bound. */
    private static String percent(double share) {
        return Format.setting(Math.round(share * 1000) / 10.0) + " %";
    }
}
