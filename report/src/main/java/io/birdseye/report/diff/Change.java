package io.birdseye.report.diff;

import io.birdseye.report.statistics.Interval;
import org.jspecify.annotations.Nullable;

/**
 * How one figure of one strategy changed.
 *
 * @param ratio new to old, of geometric means over the blocks that count; NaN where there is none
 * @param interval of the ratio, or null where there is none
 * @param reason what decided, in words
 */
public record Change(
        String strategy, Figure figure, double ratio, @Nullable Interval interval, Direction direction, String reason) {

    /** What can be said: better, worse, shown not to differ by the threshold, or nothing. */
    public enum Direction { BETTER, WORSE, NO_DIFFERENCE, CANNOT_TELL }

    /** A change that no ratio describes. */
    static Change of(String strategy, Figure figure, Direction direction, String reason) {
        return new Change(strategy, figure, Double.NaN, null, direction, reason);
    }

    /** The direction and its reason. Only of response times it is said that they are faster. */
    String inWords() {
        boolean time = figure == Figure.P50;
        String words = switch (direction) {
            case BETTER -> time ? "faster" : "better";
            case WORSE -> time ? "SLOWER" : "WORSE";
            case NO_DIFFERENCE -> "no difference";
            case CANNOT_TELL -> "cannot tell";
        };
        return reason.isEmpty() ? words : words + ": " + reason;
    }

    /** By what two results are compared. The first two are counted, not tested: any change of them counts. */
    public enum Figure {
        /** Whether the strategy kept up in every valid block. */
        KEPT_UP("kept up"),
        /** Whether there were more errors than may be. */
        ERRORS("errors"),
        P50("p50"),
        ACHIEVED("achieved"),
        CPU("CPU per answer");

        final String words;

        Figure(String words) {
            this.words = words;
        }
    }
}
