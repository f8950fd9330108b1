package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Share;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.loadtest.plan.LoadEngine;
import io.birdseye.model.Load;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The load of a trial: one window at its rate, or a search from that on. If the rate is the {@code most}, less is
 * offered where it would keep the cores too busy, see {@link #fitting}.
 */
public record LoadPlan(Load load, WarmUp warmUp, Duration duration, @Nullable SearchPlan search, boolean most, LoadEngine engine) {

    /** So busy cores leave room for mock-api, the injector and chance. */
    public static final double BUSY = 0.4;

    public LoadPlan(Load load, WarmUp warmUp, Duration duration) {
        this(load, warmUp, duration, null, false, LoadEngine.AUTO);
    }

    public LoadPlan(Load load, WarmUp warmUp, Duration duration, SearchPlan search) {
        this(load, warmUp, duration, search, false, LoadEngine.AUTO);
    }

    public LoadPlan with(Load other) {
        return new LoadPlan(other, warmUp, duration, search, most, engine);
    }

    public LoadPlan with(SearchPlan other) {
        return new LoadPlan(load, warmUp, duration, other, most, engine);
    }

    public LoadPlan by(LoadEngine other) {
        return new LoadPlan(load, warmUp, duration, search, most, other);
    }

    public LoadPlan atMost() {
        return new LoadPlan(load, warmUp, duration, search, true, engine);
    }

    /** With the rate that keeps so many cores {@link #BUSY}, if its own is only the most; the same where the CPU time is not known. */
    LoadPlan fitting(double cpuMsPerRequest, int cores) {
        double fits = Math.max(1, Math.floor(BUSY * 1_000 * cores / cpuMsPerRequest));
        return most && fits < load.ratePerSecond() ? with(load.at(fits)) : this;
    }

    /** Warm-up and window, or the whole search, roughly. */
    public Duration span() {
        return search == null ? warmUp.span().plus(duration) : search.span(warmUp.total(), duration);
    }

    /** From the first request to the beginning of the window. */
    Duration untilWindow() {
        return Duration.ofNanos(
                Schedule.of(Schedule.steps(load, warmUp, duration, 1), load.users(), Share.WHOLE).window().startNanos());
    }
}
