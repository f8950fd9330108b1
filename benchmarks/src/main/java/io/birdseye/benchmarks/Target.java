package io.birdseye.benchmarks;

/**
 * The promise about a figure.
 *
 * @param value the bound; ignored where nothing was promised
 */
public record Target(Kind kind, double value) {

    /** On which side of the bound a figure must lie. */
    public enum Kind {
        AT_MOST,
        AT_LEAST,
        /** Nothing was promised: the figure explains others. */
        NONE
    }

    public static Target atMost(double value) {
        return new Target(Kind.AT_MOST, value);
    }

    public static Target atLeast(double value) {
        return new Target(Kind.AT_LEAST, value);
    }

    public static Target none() {
        return new Target(Kind.NONE, 0);
    }

    /** Whether the figure keeps the promise; true where nothing was promised, false for a figure that is no number. */
    boolean metBy(double measured) {
        return switch (kind) {
            case AT_MOST -> measured <= value;
            case AT_LEAST -> measured >= value;
            case NONE -> true;
        };
    }

    /** For tables. */
    String text(String unit) {
        return switch (kind) {
            case AT_MOST -> "≤ " + Figure.number(value) + unit;
            case AT_LEAST -> "≥ " + Figure.number(value) + unit;
            case NONE -> "";
        };
    }
}
