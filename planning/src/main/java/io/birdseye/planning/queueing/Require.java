package io.birdseye.planning.queueing;

/** Refuses numbers outside the range in which a formula holds. */
final class Require {

    private Require() {}

    static void positive(String what, double value) {
        if (!(value > 0 && Double.isFinite(value))) {
            throw new IllegalArgumentException(what + " must be above 0, but is " + value);
        }
    }

    static void atLeastZero(String what, double value) {
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
