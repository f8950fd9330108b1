package io.birdseye.planning.production;

import io.birdseye.model.Format;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Traces or metrics that no scenario can be drafted from. The message is one line: the place, and what is allowed. */
public final class RefusedTelemetry extends RuntimeException {

    private static final int MAX_SHOWN = 200;

    /** @param texts of the file, as {@link #shown}, for each {@code %s} of the message; without them it is taken as it is */
    RefusedTelemetry(String place, String message, String... texts) {
        super(place + ": " + (texts.length == 0 ? message
                : Format.text(message, Stream.of(texts).map(RefusedTelemetry::shown).toArray())));
    }

    /** Text from a file for one line of a message or comment: no control characters, and not too long. */
    static String shown(String text) {
        String line = text.replaceAll("[\\p{Cntrl}\\u2028\\u2029]+", " ").strip();
        return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "…";
    }

    /** What was left out since it cannot be: each reason once, with how often and the first place. */
    static final class Warnings {

        private final Map<String, LeftOut> leftOut = new LinkedHashMap<>();

        private record LeftOut(String what, String place, String reason, int times) {}

        void leftOut(String what, String place, String reason) {
            leftOut.merge(what + reason, new LeftOut(what, place, reason, 1),
                    (first, _) -> new LeftOut(what, first.place, reason, first.times + 1));
        }

        List<String> sentences() {
            return leftOut.values().stream().map(each -> "Left out: " + Format.count(each.times, each.what) + ", at "
                    + each.place + (each.times > 1 ? " first" : "") + ": " + each.reason + ".").toList();
        }
    }
}
