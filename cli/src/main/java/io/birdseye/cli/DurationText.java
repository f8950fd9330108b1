package io.birdseye.cli;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 200ms}, {@code 1.5s}, {@code 2m}. */
final class DurationText {

    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h)");

    private DurationText() {}

    static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'" + text + "' is not a duration: a number and a unit are expected, such as 200ms, 20s or 5m");
        }
        double value = Double.parseDouble(matcher.group(1));
        double milliseconds = switch (matcher.group(2)) {
            case "ms" -> value;
            case "s" -> value * 1_000;
            case "m" -> value * 60_000;
            default -> value * 3_600_000;
        };
        return Duration.ofNanos(Math.round(milliseconds * 1e6));
    }
}
