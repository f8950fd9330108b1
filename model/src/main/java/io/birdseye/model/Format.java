package io.birdseye.model;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Numbers and lists as text, tables and pages write them: the same figure reads the same in all of them. Decimals have
 * a point and thousands a comma, whatever the language of the machine.
 */
public final class Format {

    /** Stands where a figure is missing. */
    public static final String NONE = "–";

    private Format() {}

    /** Milliseconds with their unit; see {@link #number}. */
    public static String ms(double value) {
        return number(value) + " ms";
    }

    /** A rate with its unit. */
    public static String rate(double perSecond) {
        return perSecond(perSecond) + "/s";
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
            return text("%,.0f", value);
        }
        return text(size >= 10 ? "%.1f" : "%.2f", value);
    }

    /** Both ends with one unit, or one where they read the same: {@code 212 to 220 ms}. */
    public static String range(double low, double high, String unit) {
        String from = number(low);
        String to = number(high);
        return (from.equals(to) ? from : from + " to " + to) + " " + unit;
    }

    /** The same for a figure that may be missing. */
    public static String number(@Nullable Double value) {
        return value == null ? NONE : number(value.doubleValue());
    }

    /** A rate without its unit, for the cells of a column that names it. */
    public static String perSecond(double rate) {
        return rate >= 1000 ? number(rate) : text("%.1f", rate);
    }

    /**
     * As {@link #number}, but whole numbers have no decimals: for lines that show settings and results side by side.
     */
    public static String plain(double value) {
        return value == Math.rint(value) && Double.isFinite(value) ? text("%,.0f", value) : number(value);
    }

    /** Milliseconds with their unit; see {@link #plain}. */
    public static String plainMs(double value) {
        return plain(value) + " ms";
    }

    /** A setting: without the decimals of a measurement. */
    public static String setting(double value) {
        return value == Math.rint(value) ? text("%,.0f", value) : Double.toString(value);
    }

    /** A ratio, for example {@code 1.05×}. */
    public static String times(double ratio) {
        return Double.isFinite(ratio) ? (ratio >= 100 ? text("%,.0f", ratio) : text("%.2f", ratio)) + "×" : NONE;
    }

    /** {@code 1 error}, {@code 2 errors}. */
    public static String count(long n, String unit) {
        return text("%,d", n) + " " + unit + (n == 1 ? "" : "s");
    }

    /** {@code a}, {@code a and b}, {@code a, b and c}. */
    public static String list(List<String> items) {
        return switch (items.size()) {
            case 0 -> "";
            case 1 -> items.getFirst();
            default -> String.join(", ", items.subList(0, items.size() - 1)) + " and " + items.getLast();
        };
    }

    /** The name of a constant as users type it: in kebab case. */
    public static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** With a capital first letter. */
    public static String capitalised(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
    }

    /** A number with so many decimals. */
    public static String fixed(double value, int decimals) {
        return Double.isFinite(value) ? text("%,." + decimals + "f", value) : NONE;
    }

    /** A share of one as a percentage: {@code 3 %}, {@code 0.4 %}; one decimal below 10 %, unless it would be 0. */
    public static String percent(double share) {
        if (!Double.isFinite(share)) {
            return NONE;
        }
        double percent = share * 100;
        String decimal = text("%.1f", percent);
        return (Math.abs(percent) < 10 && !decimal.endsWith(".0") ? decimal : text("%.0f", percent)) + " %";
    }

    /** A share that may be far below one per cent: {@code 0.08 %}, {@code <0.01 %}; above 1 % like {@link #percent}. */
    public static String smallPercent(double share) {
        if (share <= 0 || share >= 0.01 || !Double.isFinite(share)) {
            return percent(share);
        }
        return share < 0.0001 ? "<0.01 %" : setting(Math.round(share * 1e4) / 100.0) + " %";
    }

    /** {@link String#format} in which the language of the machine decides nothing. */
    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of its own, for this one method
    public static String text(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
