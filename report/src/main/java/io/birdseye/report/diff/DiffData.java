package io.birdseye.report.diff;

import io.birdseye.report.statistics.Interval;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A diff as data for other programs.
 *
 * @param paired whether blocks were compared in pairs
 * @param regressed whether anything got worse
 * @param complete whether everything that the old result has could be told
 * @param warnings where the two were not measured alike, one sentence each
 * @param changes by strategy and figure, also those that are no difference
 */
public record DiffData(boolean paired, boolean regressed, boolean complete, List<String> warnings, List<Line> changes) {

    public DiffData {
        warnings = List.copyOf(warnings);
        changes = List.copyOf(changes);
    }

    /**
     * One figure of one strategy.
     *
     * @param figure {@code kept up}, {@code errors}, {@code p50}, {@code achieved} or {@code CPU per answer}
     * @param ratio new to old; null where there is none
     * @param low the interval of the ratio; null where there is none
     * @param high its other end
     * @param direction {@code better}, {@code worse}, {@code no difference} or {@code cannot tell}
     * @param reason what decided, or null
     */
    public record Line(
            String strategy,
            String figure,
            @Nullable Double ratio,
            @Nullable Double low,
            @Nullable Double high,
            String direction,
            @Nullable String reason) {}

    /** Takes it from a diff. */
    public static DiffData of(Diff diff) {
        return new DiffData(diff.rule().paired(), diff.regressed(), diff.complete(), diff.warnings(),
                diff.changes().stream().map(DiffData::line).toList());
    }

    private static Line line(Change change) {
        Interval interval = change.interval();
        return new Line(change.strategy(), change.figure().words, Double.isNaN(change.ratio()) ? null : change.ratio(),
                interval == null ? null : interval.low(), interval == null ? null : interval.high(),
                change.direction().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                change.reason().isEmpty() ? null : change.reason());
    }
}
