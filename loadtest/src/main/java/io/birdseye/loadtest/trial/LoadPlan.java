package io.birdseye.loadtest.trial;

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

    /** Warm-up and window. */
    public Duration span() {
        return warmUp.span().plus(duration);
    }
}
