package io.birdseye.mockapi;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads and writes durations such as {@code 200ms}, {@code 1.5s} and {@code 250us}. */
final class Durations {

    static final String ALLOWED = "a duration from 0ms to 1h, for example 200ms, 1.5s, 250us or 2m";

    private static final Pattern DURATION = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)(us|ms|s|m|h)");

    private Durations() {}

    /** @throws InvalidSetting if the text is not a duration or longer than an hour */
    static long parseNanos(String field, String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new InvalidSetting(field, text, ALLOWED);
        }
        BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(nanosPer(matcher.group(2))));
        return inRange(field, text, nanos);
    }

    /** @throws InvalidSetting if the number is negative or more than an hour */
    static long millisToNanos(String field, Number millis) {
        double value = millis.doubleValue();
        if (!(value >= 0 && value <= Delay.MAX_NANOS / 1e6)) {
            throw new InvalidSetting(
                    field, millis, "a number of milliseconds from 0 to " + Delay.MAX_NANOS / 1_000_000);
        }
        return Math.round(value * 1e6);
    }

    /** A whole number where the milliseconds are whole, as WireMock writes them. */
    static Number nanosToMillis(long nanos) {
        if (nanos % 1_000_000 == 0) {
            return nanos / 1_000_000;
        }
        return nanos / 1e6;
    }

    static String text(long nanos) {
        return nanosToMillis(nanos) + "ms";
    }

    private static long inRange(String field, String text, BigDecimal nanos) {
        if (nanos.compareTo(BigDecimal.valueOf(Delay.MAX_NANOS)) > 0) {
            throw new InvalidSetting(field, text, ALLOWED);
        }
        return nanos.setScale(0, RoundingMode.HALF_UP).longValueExact();
    }

    private static long nanosPer(String unit) {
        return switch (unit) {
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> throw new IllegalStateException("the pattern has no unit " + unit);
        };
    }
}
