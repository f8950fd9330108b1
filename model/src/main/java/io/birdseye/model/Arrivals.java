package io.birdseye.model;

/** How the requests of an open load follow one another. */
public enum Arrivals {
    /** At random, with exponential gaps, as from many independent users: some come close together, so some wait. */
    POISSON,
    /** At equal distances: requests that take less than the distance never meet, so queues are shorter than in production. */
    CONSTANT,
    /** On and off: in the first part of each two seconds {@link Load#burst} times the rate, at random, and then none. */
    BURSTS;

    /** For sentences: {@code at random}. */
    public String words() {
        return switch (this) {
            case POISSON -> "at random";
            case CONSTANT -> "at equal distances";
            case BURSTS -> "in bursts";
        };
    }

    /** The name in flags and scenario files. */
    public String label() {
        return Format.label(this);
    }
}
