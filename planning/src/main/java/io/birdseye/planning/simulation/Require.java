package io.birdseye.planning.simulation;

/** Refuses numbers outside the range in which a formula or a model holds. */
public final class Require {

    private Require() {}

    /** @throws IllegalArgumentException if the value is not a finite number above 0 */
    public static void positive(String what, double value) {
        if (!(value > 0 && Double.isFinite(value))) {
            throw new IllegalArgumentException(what + " must be above 0, but is " + value);
        }
    }

    /** @throws IllegalArgumentException if the value is not a finite number from 0 */
    public static void atLeastZero(String what, double value) {
        if (!(value >= 0 && Double.isFinite(value))) {
            throw new IllegalArgumentException(what + " must be at least 0, but is " + value);
        }
    }

    static void share(double share) {
        if (!(share >= 0 && share < 1)) {
            throw new IllegalArgumentException("a percentile must be at least 0 and below 1, but is " + share);
        }
    }
}
