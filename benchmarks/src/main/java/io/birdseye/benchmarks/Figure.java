package io.birdseye.benchmarks;

import io.birdseye.model.Format;
import java.util.Collection;
import java.util.List;

/**
 * One measured figure: where it was measured several times, their median, the least and the most of them. The unit
 * stands behind the number, with a space before it where one belongs there.
 */
public record Figure(String name, Target target, double measured, String unit, double low, double high, String note) {

    /** The promise about a figure: on which side of a bound it must lie. With {@code NONE} it explains others. */
    public record Target(Kind kind, double value) {

        public enum Kind {
            AT_MOST,
            AT_LEAST,
            NONE
        }

        public static Target atMost(double value) {
            return new Target(Kind.AT_MOST, value);
        }

        public static Target atLeast(double value) {
            return new Target(Kind.AT_LEAST, value);
        }

        public static Target none() {
            return new Target(Kind.NONE, 0);
        }

        String text(String unit) {
            return switch (kind) {
                case AT_MOST -> "≤ " + number(value) + unit;
                case AT_LEAST -> "≥ " + number(value) + unit;
                case NONE -> "";
            };
        }
    }

    public static Figure of(String name, Target target, double measured, String unit, String note) {
        return new Figure(name, target, measured, unit, measured, measured, note);
    }

    static Figure median(String name, Target target, Collection<Double> measured, String unit, String note) {
        List<Double> sorted = measured.stream().sorted().toList();
        return new Figure(name, target, sorted.get(sorted.size() / 2), unit, sorted.getFirst(), sorted.getLast(), note);
    }

    /** A figure that could not be had counts as missed where something was promised. */
    public static Figure failed(String name, Target target, String reason) {
        return of(name, target, Double.NaN, "", reason);
    }

    /** Whether the promise is kept; true where nothing was promised, false for what is no number. */
    boolean met() {
        return switch (target.kind) {
            case AT_MOST -> measured <= target.value;
            case AT_LEAST -> measured >= target.value;
            case NONE -> true;
        };
    }

    boolean promised() {
        return target.kind() != Target.Kind.NONE;
    }

    String verdict() {
        return promised() ? (met() ? "met" : "missed") : "";
    }

    String measuredText() {
        if (Double.isNaN(measured)) {
            return "failed";
        }
        String spread = low == high ? "" : " (" + number(low) + " … " + number(high) + ")";
        return number(measured) + unit + spread;
    }

    /** Three digits that count, and no more; a whole number without decimals. */
    public static String number(double value) {
        if (value == Math.rint(value)) {
            return Format.setting(value);
        }
        return Math.abs(value) < 1 ? Format.fixed(value, 3) : Format.number(value);
    }
}
