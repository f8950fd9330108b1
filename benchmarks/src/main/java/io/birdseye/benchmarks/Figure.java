package io.birdseye.benchmarks;

import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * One measured figure.
 *
 * @param name what it is of
 * @param measured the median where it was measured several times
 * @param unit behind the number, with a space before it where one belongs there
 * @param low the least of several measurements; the measured one if there was only one
 * @param high the most of several measurements
 * @param note what one must know to read it; may be empty
 */
public record Figure(String name, Target target, double measured, String unit, double low, double high, String note) {

    public Figure {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a figure needs a name");
        }
    }

    public static Figure of(String name, Target target, double measured, String unit, String note) {
        return new Figure(name, target, measured, unit, measured, measured, note);
    }

    /** The median of several measurements and their range. */
    public static Figure median(String name, Target target, Collection<Double> measured, String unit, String note) {
        List<Double> sorted = measured.stream().sorted().toList();
        return new Figure(
                name, target, sorted.get(sorted.size() / 2), unit, sorted.getFirst(), sorted.getLast(), note);
    }

    /** A figure that could not be had counts as missed where something was promised. */
    public static Figure failed(String name, Target target, String reason) {
        return of(name, target, Double.NaN, "", reason);
    }

    public boolean met() {
        return target.metBy(measured) && !(Double.isNaN(measured) && promised());
    }

    public boolean promised() {
        return !(target instanceof Target.None);
    }

    String verdict() {
        if (!promised()) {
            return "";
        }
        return met() ? "met" : "missed";
    }

    String measuredText() {
        if (Double.isNaN(measured)) {
            return "failed";
        }
        String spread = low == high ? "" : " (" + number(low) + " … " + number(high) + ")";
        return number(measured) + unit + spread;
    }

    /** Three digits that count, and no more. */
    public static String number(double value) {
        if (Double.isNaN(value)) {
            return "–";
        }
        double size = Math.abs(value);
        if (size >= 100 || value == Math.rint(value)) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, size >= 10 ? "%.1f" : size >= 1 ? "%.2f" : "%.3f", value);
    }
}
