package io.birdseye.experiments.measure;

/** What an experiment does inside its own JVM. A public record whose components are its settings; they travel as JSON. */
public interface Probe {

    /** This machine cannot do what an experiment asks for; the message says what is missing, with the numbers. */
    final class NotPossible extends Exception {

        public NotPossible(String why) {
            super(why);
        }
    }

    /** Measures and records. Any exception but {@link NotPossible} is the reason of a run that died. */
    void measure(ProbeContext context) throws Exception;
}
