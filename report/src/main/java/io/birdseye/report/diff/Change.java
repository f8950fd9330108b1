package io.birdseye.report.diff;

import io.birdseye.report.statistics.Interval;
import org.jspecify.annotations.Nullable;

/**
 * What became of one figure of one strategy.
 *
 * @param ratio new to old, of geometric means over the blocks that count; NaN where a side has none
 * @param interval of the ratio, or null where a side has fewer than two blocks
 * @param reason what decided, in words
 */
public record Change(
        String strategy, Figure figure, double ratio, @Nullable Interval interval, Verdict verdict, String reason) {

    /** What can be said. */
    public enum Verdict {
        FASTER("better"),
        SLOWER("WORSE"),
        NO_DIFFERENCE("no difference beyond noise"),
        CANNOT_TELL("cannot tell");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        /** For tables; of throughput and CPU nobody says that they are faster. */
        public String words() {
            return words;
        }
    }
}
