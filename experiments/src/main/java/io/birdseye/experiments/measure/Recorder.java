package io.birdseye.experiments.measure;

/** Takes a probe's figures. What was recorded survives even if the JVM dies afterwards. */
public interface Recorder {

    /**
     * Keeps a figure. Of several for the same metric in one JVM the median counts, as one sample.
     *
     * @param metric a name that carries its unit, like {@code totalMs}
     */
    void record(String metric, double value);

    /** Keeps a peak as it rises: of several in one JVM the largest counts. */
    void reached(String metric, double value);
}
