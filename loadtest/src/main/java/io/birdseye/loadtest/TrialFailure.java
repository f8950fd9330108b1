package io.birdseye.loadtest;

/** A measurement, or a program that it needs, failed. The message is one line that says why. */
public class TrialFailure extends Exception {

    public TrialFailure(String reason) {
        super(reason);
    }

    public TrialFailure(String reason, Throwable cause) {
        super(reason, cause);
    }

    /** The message, never null. */
    public String reason() {
        return String.valueOf(getMessage());
    }
}
