package io.birdseye.report.table;

import java.util.List;
import java.util.Locale;

/** Numbers and lists as every report writes them: the same figure reads the same in all of them. */
public final class Words {

    /** Stands where a figure is missing. */
    public static final String NONE = "–";

    private Words() {}

    /** Milliseconds with their unit; see {@link #number}. */
    public static String ms(double value) {
        return number(value) + " ms";
    }

    /** A rate with its unit. */
    public static String rate(double perSecond) {
        return (perSecond >= 1000 ? number(perSecond) : format("%.1f", perSecond)) + "/s";
    }

    /** A rate that somebody chose: without the decimals of a measurement. */
    public static String rateAsAsked(double perSecond) {
        return setting(perSecond) + "/s";
    }

    /** Three significant digits or so: whole from 100 up, one decimal from 10, two below. */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return NONE;
        }
        double size = Math.abs(value);
        if (size >= 100 || size == 0) {
            return format("%,.0f", value);
        }
        return format(size >= 10 ? "%.1f" : "%.2f", value);
    }

    /** A setting: without the decimals of a measurement. */
    public static String setting(double value) {
        return value == Math.rint(value) ? format("%,.0f", value) : Double.toString(value);
    }

    /** A ratio, for example {@code 1.05×}. */
    public static String times(double ratio) {
        return Double.isFinite(ratio) ? (ratio >= 100 ? format("%,.0f", ratio) : format("%.2f", ratio)) + "×" : NONE;
    }

    /** {@code 1 error}, {@code 2 errors}. */
    public static String count(long n, String unit) {
        return format("%,d", n) + " " + unit + (n == 1 ? "" : "s");
    }

    /** {@code a}, {@code a and b}, {@code a, b and c}. */
    public static String list(List<String> items) {
        return switch (items.size()) {
            case 0 -> "";
            case 1 -> items.getFirst();
            default -> String.join(", ", items.subList(0, items.size() - 1)) + " and " + items.getLast();
        };
    }

    private static String format(String pattern, Object value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
