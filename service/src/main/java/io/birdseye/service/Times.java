package io.birdseye.service;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads durations as people write them. */
final class Times {

    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m)");

    private Times() {}

    /**
     * Reads {@code 200ms}, {@code 5s} or {@code 2m}.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    static Duration parse(String text) {
        Matcher time = TIME.matcher(text.strip());
        if (!time.matches()) {
            throw new IllegalArgumentException("'" + text + "' is no time such as 200ms, 5s or 2m");
        }
        ChronoUnit unit =
                switch (time.group(2)) {
                    case "ms" -> ChronoUnit.MILLIS;
                    case "s" -> ChronoUnit.SECONDS;
                    default -> ChronoUnit.MINUTES;
                };
        return Duration.of(Long.parseLong(time.group(1)), unit);
    }
}
