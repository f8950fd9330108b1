package io.birdseye.planning.production;

/** Traces or metrics that no scenario can be drafted from. The message is one line: the place, and what is allowed. */
public final class RefusedTelemetry extends Exception {

    private static final int MAX_SHOWN = 200;

    RefusedTelemetry(String place, String message) {
        super(place + ": " + message);
    }

    /** Text from a file for one line of a message or comment: no control characters, and not too long. */
    static String shown(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
        return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "…";
    }
}
