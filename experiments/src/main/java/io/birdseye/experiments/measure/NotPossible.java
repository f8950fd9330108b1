package io.birdseye.experiments.measure;

/** This machine cannot do what an experiment asks for; the message says what is missing, with the numbers. */
public final class NotPossible extends Exception {

    private static final long serialVersionUID = 1;

    public NotPossible(String why) {
        super(why);
    }
}
