package io.birdseye.planning.page;

import java.util.Locale;

/** Text and numbers for HTML and SVG. */
final class Markup {

    private Markup() {}

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }

    /** A coordinate: a tenth of a pixel is more than anyone sees. */
    static String at(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** A value as people read it: {@code 20}, {@code 0.5}, {@code 1,250}. */
    static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "–";
        }
        if (value == Math.rint(value) || Math.abs(value) >= 100) {
            return String.format(Locale.ROOT, "%,.0f", value);
        }
        return String.format(Locale.ROOT, Math.abs(value) >= 10 ? "%.1f" : "%.2f", value);
    }
}
