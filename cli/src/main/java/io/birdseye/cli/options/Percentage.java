package io.birdseye.cli.options;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A share of a whole from 0 to 1, written as {@code 5%} or {@code 0.05}. */
public record Percentage(double value) {

    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)(%?)");

    public static Percentage parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        double value = matcher.matches()
                ? Double.parseDouble(matcher.group(1)) / (matcher.group(2).isEmpty() ? 1 : 100)
                : Double.NaN;
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a share: expected is a part of one or a percentage, such as 0.05 or 5%");
        }
        return new Percentage(value);
    }
}
