package io.birdseye.loadtest;

/** What was measured is not valid, so that nothing can be said: the machine or the injector was off by too much. */
public final class InvalidMeasurement extends TrialFailure {

    public InvalidMeasurement(String reason) {
        super(reason);
    }
}
