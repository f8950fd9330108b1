package io.birdseye.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An amount of data. Units are decimal: 1 kB is 1,000 bytes, 1 MB is 1,000,000. */
public record DataSize(long bytes) {

    public static final DataSize NONE = new DataSize(0);

    private static final Pattern FORM = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(B|kB|KB|MB|GB)");

    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size must be at least 0 bytes, but is " + bytes);
        }
    }

    /** Reads {@code 500B}, {@code 27kB}, {@code 0.8MB} or {@code 2GB}; refuses anything else. */
    public static DataSize parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a size: expected is a number and a unit (B, kB, MB or GB), such as 27kB or 0.8MB");
        }
        return new DataSize(new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(bytesPer(matcher.group(2))))
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact());
    }

    /** Writes the size so that {@link #parse} reads the same one, in the largest unit that leaves no fraction. */
    public String format() {
        String unit = Stream.of("GB", "MB", "kB")
                .filter(larger -> bytes > 0 && bytes % bytesPer(larger) == 0)
                .findFirst()
                .orElse("B");
        return bytes / bytesPer(unit) + unit;
    }

    private static long bytesPer(String unit) {
        return switch (unit) {
            case "GB" -> 1_000_000_000;
            case "MB" -> 1_000_000;
            case "kB", "KB" -> 1_000;
            default -> 1;
        };
    }

    public double megabytes() {
        return bytes / 1e6;
    }
}
