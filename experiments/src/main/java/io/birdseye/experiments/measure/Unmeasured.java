package io.birdseye.experiments.measure;

/** A rule asked for something that was not measured; the message says why, in words for a verdict. */
public final class Unmeasured extends RuntimeException {

    private static final long serialVersionUID = 1;

    Unmeasured(String why) {
        super(why);
    }

    /** The message. */
    public String why() {
        return String.valueOf(getMessage());
    }
}
