package io.birdseye.planning.production;

import io.birdseye.model.Format;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /** What was left out since it cannot be: each reason once, with how often and the first place. */
    static final class Warnings {

        private final Map<String, String> places = new LinkedHashMap<>();
        private final Map<String, Integer> counts = new LinkedHashMap<>();

        void leftOut(String what, String place, String reason) {
            places.putIfAbsent(what + "\n" + reason, place);
            counts.merge(what + "\n" + reason, 1, Integer::sum);
        }

        List<String> sentences() {
            return counts.entrySet().stream()
                    .map(entry -> "Left out: " + Format.count(entry.getValue(), entry.getKey().split("\n", 2)[0]) + ", at "
                            + places.get(entry.getKey()) + (entry.getValue() > 1 ? " first" : "") + ": "
                            + entry.getKey().split("\n", 2)[1] + ".").toList();
        }
    }
}
