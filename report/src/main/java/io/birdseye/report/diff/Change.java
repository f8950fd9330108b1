package io.birdseye.report.diff;

import io.birdseye.report.statistics.Interval;
import io.birdseye.report.table.Metric;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How one figure of one strategy changed.
 *
 * @param figure {@link #KEPT_UP}, {@link #ERRORS}, {@code p50}, {@code achieved} or {@code CPU per answer}
 * @param ratio new to old, of geometric means over the blocks that count; NaN where there is none
 */
public record Change(
        String strategy, String figure, double ratio, @Nullable Interval interval, Direction direction, String reason) {

    /** Whether the strategy kept up in every valid block: counted, not tested, so any change of it counts. */
    public static final String KEPT_UP = "kept up";

    /** Whether there were more errors than may be: counted as well. */
    public static final String ERRORS = "errors";

    /** What can be said: better, worse, shown not to differ by the threshold, or nothing. */
    public enum Direction {
        BETTER, WORSE, NO_DIFFERENCE, CANNOT_TELL;

        String words() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** A change that no ratio describes. */
    static Change of(String strategy, String figure, Direction direction, String reason) {
        return new Change(strategy, figure, Double.NaN, null, direction, reason);
    }

    boolean tested() {
        return !figure.equals(KEPT_UP) && !figure.equals(ERRORS);
    }

    /** The direction and its reason. Only of response times it is said that they are faster. */
    String inWords() {
        boolean time = figure.equals(Metric.P50.title());
        String words = switch (direction) {
            case BETTER -> time ? "faster" : "better";
            case WORSE -> time ? "SLOWER" : "WORSE";
            case NO_DIFFERENCE, CANNOT_TELL -> direction.words();
        };
        return reason.isEmpty() ? words : words + ": " + reason;
    }
}
