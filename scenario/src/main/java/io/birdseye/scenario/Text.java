package io.birdseye.scenario;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and sizes as people write them. */
final class Text {

    private static final Pattern DURATION = Pattern.compile("(-?\\d+(?:\\.\\d+)?)\\s*(us|ms|s|m|h)");
    private static final Pattern SIZE = Pattern.compile("(-?\\d+(?:\\.\\d+)?)\\s*(B|kB|KB|MB|GB)");

    private Text() {}

    /**
     * {@code 250us}, {@code 200ms}, {@code 1.5s}, {@code 2m}, {@code 1h}; negative ones too, so that they can be
     * named.
     */
    static Optional<Duration> duration(String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        double nanosPerUnit = switch (matcher.group(2)) {
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            default -> 3600e9;
        };
        return Optional.of(Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * nanosPerUnit)));
    }

    /** {@code 500B}, {@code 27kB}, {@code 0.8MB}, {@code 2GB}. */
    static Optional<Double> bytes(String text) {
        Matcher matcher = SIZE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        double bytesPerUnit = switch (matcher.group(2).toUpperCase(Locale.ROOT)) {
            case "B" -> 1;
            case "KB" -> 1e3;
            case "MB" -> 1e6;
            default -> 1e9;
        };
        return Optional.of(Double.parseDouble(matcher.group(1)) * bytesPerUnit);
    }

    static String of(Duration duration) {
        long millis = duration.toMillis();
        if (millis >= 3_600_000 && millis % 3_600_000 == 0) {
            return millis / 3_600_000 + "h";
        }
        if (millis >= 60_000 && millis % 60_000 == 0) {
            return millis / 60_000 + "m";
        }
        return millis >= 1000 && millis % 1000 == 0 ? millis / 1000 + "s" : millis + "ms";
    }

    static String ofBytes(long bytes) {
        return bytes >= 1_000_000 && bytes % 1_000_000 == 0 ? bytes / 1_000_000 + "MB" : bytes + "B";
    }
}
