package io.birdseye.loadtest;

/** No rate is searched: the objective lies below what one request takes, or is not known. */
public final class ObjectiveRefused extends TrialFailure {

    public ObjectiveRefused(String reason) {
        super(reason);
    }
}
