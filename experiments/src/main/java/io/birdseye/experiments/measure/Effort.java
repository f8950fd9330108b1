package io.birdseye.experiments.measure;

/** How much time the measurements may take. */
public enum Effort {
    /** All claims in less than three quarters of an hour on two cores; the intervals are wide. */
    QUICK,
    /** Up to four and a half hours, with more repeats and larger sizes. */
    FULL;

    /** The first value with quick effort, the second with full effort. */
    public <T> T pick(T quick, T full) {
        return switch (this) {
            case QUICK -> quick;
            case FULL -> full;
        };
    }
}
