package io.birdseye.report.diff;

import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Interval;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * What became of one figure of one strategy.
 *
 * @param ratio new to old, of geometric means over the blocks that count; NaN where a side has none
 * @param interval of the ratio, or null where a side has fewer than two blocks
 * @param reason what decided, in words
 */
public record Change(
        String strategy, Figure figure, double ratio, @Nullable Interval interval, Direction direction, String reason) {

    /** What can be said: better, worse, not beyond noise, or nothing. */
    public enum Direction { FASTER, SLOWER, NO_DIFFERENCE, CANNOT_TELL }

    /** The direction and its reason. Of throughput and CPU nobody says that they are faster. */
    String inWords() {
        boolean time = figure == Figure.P50;
        String words = switch (direction) {
            case FASTER -> time ? "faster" : "better";
            case SLOWER -> time ? "SLOWER" : "WORSE";
            case NO_DIFFERENCE -> "no difference beyond noise";
            case CANNOT_TELL -> "cannot tell";
        };
        return reason.isEmpty() ? words : words + ": " + reason;
    }

    /** The figures by which two results are compared. */
    public enum Figure {
        P50("p50", true, measured -> measured.response().p50Ms()),
        ACHIEVED("achieved", false, Measured::achievedPerSecond),
        CPU("CPU per answer", true, measured -> Objects.requireNonNullElse(measured.cpuMsPerAnswer(), Double.NaN));

        final String words;
        final boolean lessIsBetter;
        final ToDoubleFunction<Measured> value;

        Figure(String words, boolean lessIsBetter, ToDoubleFunction<Measured> value) {
            this.words = words;
            this.lessIsBetter = lessIsBetter;
            this.value = value;
        }
    }
}
