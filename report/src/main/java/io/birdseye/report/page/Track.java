package io.birdseye.report.page;

import io.birdseye.model.Format;

/**
 * Values as marks on a line a few pixels high, on a logarithmic scale that may be shared by many rows. It repeats
 * figures that stand beside it as text, so screen readers skip it.
 *
 * @param high the value at the right end; marks beyond it stand at the end
 */
public record Track(double low, double high) {

    /** In per cent of the width; half a dot needs it. */
    private static final double MARGIN = 4;
    private static final double NARROWEST = 1.05;

    public Track {
        low = Math.max(1e-9, low);
        high = Math.max(high, low * NARROWEST);
    }

    public String at(double value) {
        return Format.text("left:%.2f%%", place(value));
    }

    public String reach(double from, double to) {
        return Format.text("left:%.2f%%;width:%.2f%%", place(from), place(to) - place(from));
    }

    private double place(double value) {
        double share = Math.log(Math.max(value, low) / low) / Math.log(high / low);
        return MARGIN + Math.clamp(share, 0, 1) * (100 - 2 * MARGIN);
    }
}
