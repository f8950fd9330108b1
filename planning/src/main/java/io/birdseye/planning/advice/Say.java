package io.birdseye.planning.advice;

import java.util.Locale;

/** Numbers as people read them: no more digits than mean something. */
final class Say {

    private Say() {}

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency of its own, for this one method
    static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }

    /** {@code 400 ms}, {@code 3.2 ms}. */
    static String ms(double value) {
        if (Double.isInfinite(value) || Double.isNaN(value)) {
            return "unbounded";
        }
        return format(value >= 20 || value == Math.rint(value) ? "%,.0f ms" : "%.1f ms", value);
    }

    /** {@code 50}, {@code 17.5}, {@code 0.04}. */
    static String number(double value) {
        if (value == Math.rint(value)) {
            return format("%,.0f", value);
        }
        return format(Math.abs(value) >= 100 ? "%,.0f" : Math.abs(value) >= 1 ? "%.1f" : "%.2f", value);
    }

    static String percent(double share) {
        double percent = share * 100;
        return format(percent < 10 && percent != Math.rint(percent) ? "%.1f %%" : "%.0f %%", percent);
    }

    static String count(int n, String unit) {
        return number(n) + " " + unit + (n == 1 ? "" : "s");
    }
}
