package io.birdseye.experiments.measure;

import java.util.Map;

/** One run of an experiment, which is one JVM; {@code detail} says why it did not finish. */
public record Run(Ending ending, String detail, Map<String, Double> metrics) {

    public enum Ending {
        FINISHED("finished"),
        /** The JVM crashed or the probe failed. */
        DIED("died"),
        TIMED_OUT("was stopped at its time limit"),
        NOT_POSSIBLE("is not possible");

        private final String words;

        Ending(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    public Run {
        metrics = Map.copyOf(metrics);
    }

    static Run notPossible(String why) {
        return new Run(Ending.NOT_POSSIBLE, why, Map.of());
    }
}
