package io.birdseye.model;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An amount of data. Units are decimal: 1 kB is 1,000 bytes, 1 MB is 1,000,000. */
public record DataSize(long bytes) {

    public static final DataSize NONE = new DataSize(0);

    private static final Pattern FORM = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(B|kB|KB|MB|GB)");

    public DataSize {
        if (bytes < 0) {
            throw new IllegalArgumentException("a size must be at least 0 bytes, but is " + bytes);
        }
    }

    /**
     * Reads {@code 500B}, {@code 27kB}, {@code 0.8MB} or {@code 2GB}.
     *
     * @throws IllegalArgumentException if the text is none of these
     */
    public static DataSize parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a size: expected is a number and a unit (B, kB, MB or GB), such as 27kB or 0.8MB");
        }
        long bytesPerUnit = switch (matcher.group(2).toUpperCase(Locale.ROOT)) {
            case "B" -> 1L;
            case "KB" -> 1_000L;
            case "MB" -> 1_000_000L;
            default -> 1_000_000_000L;
        };
        return new DataSize(new BigDecimal(matcher.group(1))
                .multiply(BigDecimal.valueOf(bytesPerUnit))
                .setScale(0, RoundingMode.HALF_UP)
                .longValueExact());
    }

    /** Writes the size so that {@link #parse} reads the same one, in the largest unit that leaves no fraction. */
    public String format() {
        if (bytes > 0 && bytes % 1_000_000_000 == 0) {
            return bytes / 1_000_000_000 + "GB";
        }
        if (bytes > 0 && bytes % 1_000_000 == 0) {
            return bytes / 1_000_000 + "MB";
        }
        return bytes > 0 && bytes % 1_000 == 0 ? bytes / 1_000 + "kB" : bytes + "B";
    }

    public double megabytes() {
        return bytes / 1e6;
    }
}
