package io.birdseye.model;

/** How a shared list holds its numbers. It can matter more than the strategy. */
public enum Layout {
    /** A list of {@code Integer} or {@code Long} objects, as the article published it. */
    BOXED,
    /** An array of {@code int} or {@code long}: a fifth of the memory, and no object per number. */
    PRIMITIVE;

    /** The name in URLs, flags, scenario files and results. */
    public String label() {
        return Format.label(this);
    }
}
