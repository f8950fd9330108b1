package io.birdseye.report.condition;

import io.birdseye.model.Durations;
import io.birdseye.report.condition.ConditionFigure.Unit;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/** The words of a {@link Condition}. */
final class Grammar {

    private static final String BARE_NAME = "[^\\s\"<>]+";
    private static final String NAME = "(" + BARE_NAME + "|\"[^\"]+\")";

    static final Pattern BARE = Pattern.compile(BARE_NAME);
    static final Pattern BOUNDED =
            Pattern.compile("([A-Za-z0-9.]+)\\s*(>=|<=|>|<)\\s*([0-9][^\\s\"<>]*)(?:\\s+of\\s+" + NAME + ")?");

    /** Nine digits before the point: enough for any rate, and nothing overflows. */
    private static final String NUMBER = "\\d{1,9}(?:\\.\\d{1,6})?";

    static final Pattern SLOWER =
            Pattern.compile(NAME + "\\s+slower\\s+than\\s+" + NAME + "(?:\\s+by\\s+(" + NUMBER + "%))?");

    private Grammar() {}

    /** The unit that a bound is written in; times are left to {@link Durations}. */
    static Unit unit(String bound) {
        if (bound.matches(NUMBER + "%")) {
            return Unit.SHARE;
        }
        if (bound.matches(NUMBER + "/s")) {
            return Unit.PER_SECOND;
        }
        return bound.matches("\\d{1,9}") ? Unit.COUNT : Unit.TIME;
    }

    /**
     * A bound in ms, requests or requests per second, or as a share of 1.
     *
     * @throws IllegalArgumentException if it is meant to be a time and is none
     */
    static double value(String bound, Unit unit) {
        return switch (unit) {
            case TIME -> Durations.ms(Durations.parse(bound));
            case COUNT -> Double.parseDouble(bound);
            case SHARE -> new BigDecimal(bound.substring(0, bound.length() - 1)).movePointLeft(2).doubleValue();
            case PER_SECOND -> Double.parseDouble(bound.substring(0, bound.length() - 2));
        };
    }
}
