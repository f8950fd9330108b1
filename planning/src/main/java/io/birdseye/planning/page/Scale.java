package io.birdseye.planning.page;

import java.util.ArrayList;
import java.util.List;

/**
 * From values to pixels, in proportion.
 *
 * @param low value at {@code from}
 * @param high value at {@code to}
 */
record Scale(double low, double high, double from, double to) {

    private static final int TICKS = 5;

    /** From 0 up to a round number that is at least the highest value. */
    static Scale fromZero(double highest, double from, double to) {
        double top = highest > 0 ? highest : 1;
        double step = step(top);
        return new Scale(0, Math.ceil(top / step - 1e-9) * step, from, to);
    }

    double at(double value) {
        return high == low ? (from + to) / 2 : from + (value - low) / (high - low) * (to - from);
    }

    /** Round values within the scale, about five. */
    List<Double> ticks() {
        double step = step(high - low);
        List<Double> ticks = new ArrayList<>();
        // Plus 0, since a ceiling can be -0, which would be written so.
        for (double tick = Math.ceil(low / step - 1e-9) * step + 0.0; tick <= high + step * 1e-9; tick += step) {
            ticks.add(tick);
        }
        return ticks;
    }

    /** 1, 2 or 5 times a power of ten. */
    private static double step(double span) {
        double raw = (span > 0 ? span : 1) / TICKS;
        double power = Math.pow(10, Math.floor(Math.log10(raw)));
        double digit = raw / power;
        return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
    }
}
