package io.birdseye.experiments.measure;

import java.util.Map;

/**
 * What came of one JVM.
 *
 * @param detail why it did not finish; empty if it did
 * @param metrics what it recorded, the median of each metric; also of a run that did not finish
 */
public record Run(Outcome outcome, String detail, Map<String, Double> metrics) {

    /** How a run ended. */
    public enum Outcome {
        FINISHED,
        /** The JVM crashed or the probe failed. */
        DIED,
        /** Stopped at its time limit. */
        TIMED_OUT,
        /** The machine cannot do it. */
        NOT_POSSIBLE
    }

    public Run {
        metrics = Map.copyOf(metrics);
    }

    static Run notPossible(String why) {
        return new Run(Outcome.NOT_POSSIBLE, why, Map.of());
    }
}
