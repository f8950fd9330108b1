package io.birdseye.loadtest;

/** Nothing is worth measuring: a service gives no right answer, or no rate can meet what is asked for. */
public final class NothingMeasured extends TrialFailure {

    public NothingMeasured(String reason) {
        super(reason);
    }
}
