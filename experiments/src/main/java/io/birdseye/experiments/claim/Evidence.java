package io.birdseye.experiments.claim;

import io.birdseye.experiments.measure.MeasuredValue;
import java.util.Arrays;
import java.util.List;

/**
 * A figure of ours beside what the claim needs it to be.
 *
 * @param expected the bounds in words, like {@code > 1.25}; empty for a figure that does not decide
 * @param bounds the same as numbers, empty for a figure that does not decide
 */
public record Evidence(String what, MeasuredValue ours, String expected, List<Double> bounds) {

    public Evidence {
        bounds = List.copyOf(bounds);
    }

    /** A figure that explains but does not decide. */
    public static Evidence beside(String what, MeasuredValue ours) {
        return claimed("", what, ours);
    }

    /** @param words the bounds, with a place for each */
    static Evidence claimed(String words, String what, MeasuredValue ours, Double... bounds) {
        Object[] numbers = Arrays.stream(bounds).map(MeasuredValue::number).toArray();
        return new Evidence(what, ours, words.formatted(numbers), List.of(bounds));
    }

    /** One line, like {@code pinned / free: 1.02 (0.98 to 1.05), claimed > 1.1}. */
    public String line() {
        return what + ": " + ours.text() + (expected.isEmpty() ? "" : ", claimed " + expected);
    }
}
