package io.birdseye.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.TypeConversionException;

/**
 * A share of something, as people write it: {@code 5%} or {@code 0.05}.
 *
 * @param value of one
 */
record Share(double value) {

    private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)(%?)");

    static Share parse(String text) {
        Matcher matcher = FORM.matcher(text.strip());
        double value = matcher.matches()
                ? Double.parseDouble(matcher.group(1)) / (matcher.group(2).isEmpty() ? 1 : 100)
                : Double.NaN;
        if (!(value >= 0 && value <= 1)) {
            throw new TypeConversionException(
                    "'" + text + "' is not a share: a part of one or a percentage is expected, such as 0.05 or 5%");
        }
        return new Share(value);
    }
}
