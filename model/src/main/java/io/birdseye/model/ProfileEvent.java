package io.birdseye.model;

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
        return Format.label(this);
    }
}
