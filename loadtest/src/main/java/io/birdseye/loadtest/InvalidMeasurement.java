package io.birdseye.loadtest;

/** What was measured is not valid, so that nothing can be said: the machine or the injector was off by too much. */
public final class InvalidMeasurement extends TrialFailure {

    private static final long serialVersionUID = 1;

    public InvalidMeasurement(String reason) {
        super(reason);
    }
}
