package io.birdseye.loadtest.trial;

import io.birdseye.loadtest.generate.Schedule;
import io.birdseye.loadtest.generate.Share;
import io.birdseye.loadtest.generate.WarmUp;
import io.birdseye.model.Load;
import java.time.Duration;

/**
 * The load of a trial.
 *
 * @param load the load model and its size
 * @param warmUp before the measured window
 * @param duration of the measured window
 */
public record LoadPlan(Load load, WarmUp warmUp, Duration duration) {

    public LoadPlan with(Load other) {
        return new LoadPlan(other, warmUp, duration);
    }

    /** Warm-up and window. */
    public Duration span() {
        return warmUp.span().plus(duration);
    }

    /** From the first request to the beginning of the window. */
    Duration untilWindow() {
        return Duration.ofNanos(
                Schedule.of(Schedule.steps(load, warmUp, duration, 1), load.users(), Share.WHOLE).window().startNanos());
    }
}
