package io.birdseye.model;

/** How the requests of an open load follow one another. */
public enum Arrivals {
    /** At random, with exponential gaps, as from many independent users: some come close together, so some wait. */
    POISSON,
    /** At equal distances: requests that take less than the distance never meet, so queues are shorter than in production. */
    CONSTANT,
    /** On and off: in the first quarter of each two seconds four times the rate, at random, and then none. */
    BURSTS;

    private static final double PERIOD_SECONDS = 2;

    /** By how many times the rate of a burst is higher than that of the whole. */
    private static final double FACTOR = 4;

    /** For sentences: {@code at random}. */
    public String words() {
        return switch (this) {
            case POISSON -> "at random";
            case CONSTANT -> "at equal distances";
            case BURSTS -> "in bursts";
        };
    }

    /** When a request arrives in a burst that would arrive then at random, in seconds from the start of its phase. */
    public static double inBurst(double seconds) {
        double period = Math.floor(seconds / PERIOD_SECONDS);
        return period * PERIOD_SECONDS + (seconds - period * PERIOD_SECONDS) / FACTOR;
    }

    /** The name in flags and scenario files. */
    public String label() {
        return Format.label(this);
    }
}
