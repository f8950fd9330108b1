package io.birdseye.report.latency;

import java.util.Locale;

/** The two latencies of a request; the lower-case name is the tag in the histogram log. */
public enum Kind {
    /** From the intended start of the request: what a user feels. */
    RESPONSE,
    /** From its real start: what the service took. */
    SERVICE;

    /** The tag of this kind's lines in a histogram log. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }
}
