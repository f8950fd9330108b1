package io.birdseye.experiments.measure;

/** Is told of every run as it happens. */
public interface ExperimentProgress {

    /** A child JVM starts. */
    default void runStarted(Experiment experiment) {}

    /** A child JVM has ended, in whatever way. */
    default void runFinished(Experiment experiment, Run run) {}
}
