package io.birdseye.experiments.measure;

/**
 * What an experiment does inside its own JVM. A public record whose components, numbers, texts and constants, are its
 * settings.
 */
public interface Probe {

    /**
     * Measures and records.
     *
     * @throws NotPossible if this machine cannot do it
     * @throws Exception if it failed: the run then counts as died, with this as the reason
     */
    void measure(ProbeContext context) throws Exception;
}
