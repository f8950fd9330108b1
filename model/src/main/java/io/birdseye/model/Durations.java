package io.birdseye.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them, in flags, files, URLs and messages: {@code 250us}, {@code 1.5s}, {@code 1m30s}. */
public final class Durations {

    /** What {@link #parse} takes, for messages. */
    public static final String FORM = "a number and a unit (us, ms, s, m or h), such as 200ms, 1.5s or 1m30s";

    private static final Pattern PART = Pattern.compile("(\\d{1,18}(?:\\.\\d{1,9})?)(us|ms|s|m|h)");
    // Each of the five units at most once; without a bound a long text would overflow the stack.
    private static final Pattern ALL = Pattern.compile("(?:" + PART.pattern() + "){1,5}");
    private static final Map<String, Long> NANOS =
            Map.of("us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L, "m", 60_000_000_000L, "h", 3_600_000_000_000L);
    private static final BigDecimal MAX_NANOS = BigDecimal.valueOf(Long.MAX_VALUE);

    private Durations() {}

    /** Reads a duration of at most 292 years: parts from the largest unit to the smallest, each unit once. */
    public static Duration parse(String text) {
        String stripped = text.strip();
        if (!ALL.matcher(stripped).matches()) {
            throw refused(text);
        }
        BigDecimal nanos = BigDecimal.ZERO;
        long previous = Long.MAX_VALUE;
        for (Matcher part = PART.matcher(stripped); part.find(); ) {
            long unit = nanosPer(part.group(2));
            if (unit >= previous) {
                throw refused(text);
            }
            previous = unit;
            nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
        }
        if (nanos.compareTo(MAX_NANOS) > 0) {
            throw refused(text);
        }
        return Duration.ofNanos(nanos.setScale(0, RoundingMode.HALF_UP).longValueExact());
    }

    /**
     * Writes a duration so that {@link #parse} reads the same one: {@code 200ms}, {@code 1.5s}, {@code 2m}. One unit,
     * the largest that leaves at most three decimals; refuses a negative one.
     */
    public static String format(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a duration must be at least 0, but is " + duration);
        }
        BigDecimal nanos = BigDecimal.valueOf(duration.toNanos());
        for (String unit : new String[] {"h", "m", "s", "ms"}) {
            BigDecimal value = nanos.divide(BigDecimal.valueOf(nanosPer(unit)), 12, RoundingMode.HALF_UP);
            int mostDecimals = unit.equals("h") || unit.equals("m") ? 0 : 3;
            if (value.compareTo(BigDecimal.ONE) >= 0 && value.stripTrailingZeros().scale() <= mostDecimals) {
                return value.stripTrailingZeros().toPlainString() + unit;
            }
        }
        return nanos.signum() == 0 ? "0ms" : nanos.movePointLeft(3).stripTrailingZeros().toPlainString() + "us";
    }

    /** A duration in ms, with its fraction. */
    public static double ms(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    private static IllegalArgumentException refused(String text) {
        return new IllegalArgumentException("'" + text + "' is not a duration: expected is " + FORM);
    }

    private static long nanosPer(String unit) {
        return Objects.requireNonNull(NANOS.get(unit), unit);
    }
}
