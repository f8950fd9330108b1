package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.capacity.SearchPlan;
import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Share;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.model.Load;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The load of a trial.
 *
 * @param search for the highest rate at which an objective holds, from the rate of the load on; null for one window at that rate
 */
public record LoadPlan(Load load, WarmUp warmUp, Duration duration, @Nullable SearchPlan search) {

    /** One window. */
    public LoadPlan(Load load, WarmUp warmUp, Duration duration) {
        this(load, warmUp, duration, null);
    }

    public LoadPlan with(Load other) {
        return new LoadPlan(other, warmUp, duration, search);
    }

    /** The same with another search. */
    LoadPlan with(SearchPlan other) {
        return new LoadPlan(load, warmUp, duration, other);
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
