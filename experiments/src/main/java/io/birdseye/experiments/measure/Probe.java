package io.birdseye.experiments.measure;

/** What a measuring point does, inside its own JVM. Needs a public constructor without parameters. */
public interface Probe {

    /**
     * Measures and records.
     *
     * @throws NotPossible if this machine cannot do it
     * @throws Exception if it failed: the point then counts as died, with this as the reason
     */
    void measure(Settings settings, Recorder recorder) throws Exception;
}
