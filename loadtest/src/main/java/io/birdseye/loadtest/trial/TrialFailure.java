package io.birdseye.loadtest.trial;

/** A trial, or a comparison, could not come to its end. The message is one line that says why. */
public final class TrialFailure extends Exception {

    private static final long serialVersionUID = 1;

    public TrialFailure(String reason) {
        super(reason);
    }

    public TrialFailure(String reason, Throwable cause) {
        super(reason, cause);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
