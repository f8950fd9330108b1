package io.birdseye.model;

import java.util.Locale;

/** What a profile counts. */
public enum ProfileEvent {
    /** Time on a core. */
    CPU,
    /** Time of every thread of the operating system, whether it runs or waits. */
    WALL,
    /** Bytes of new objects. */
    ALLOC;

    /** The name in flags and results. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
