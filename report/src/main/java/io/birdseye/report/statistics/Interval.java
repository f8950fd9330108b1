package io.birdseye.report.statistics;

import io.birdseye.model.Format;

/** A confidence interval, of a ratio unless its unit is named. */
public record Interval(double low, double high) {

    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("an interval must not end before it starts: " + low + " to " + high);
        }
    }

    /** Whether all of it differs from 1 by more than this share, in one direction. */
    public boolean isBeyond(double share) {
        return low > 1 + share || high < 1 / (1 + share);
    }

    /** Whether all of it differs from 1 by less than this share. */
    public boolean isWithin(double share) {
        return low > 1 / (1 + share) && high < 1 + share;
    }

    /** For tables: {@code 1.02× to 1.05×}. */
    public String inWords() {
        return Format.times(low) + " to " + Format.times(high);
    }
}
