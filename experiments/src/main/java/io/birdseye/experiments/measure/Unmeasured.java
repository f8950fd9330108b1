package io.birdseye.experiments.measure;

/** A rule asked for something that was not measured; the message says why, in words for a verdict. */
public final class Unmeasured extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final String why;

    Unmeasured(String why) {
        super(why);
        this.why = why;
    }

    public String why() {
        return why;
    }
}
