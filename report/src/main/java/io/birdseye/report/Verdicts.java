package io.birdseye.report;

import io.birdseye.report.condition.ConditionResult;
import io.birdseye.report.result.Trial.Latency;
import io.birdseye.report.result.Trial.Measured;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import io.birdseye.report.table.Compared;
import io.birdseye.report.table.ComparisonTable;
import io.birdseye.report.table.Row;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison says of each strategy and of each condition, as data for other programs. Figures are those of the
 * table: latencies and CPU time are geometric means over blocks, maxima are the highest and errors are summed. Null where
 * a figure is not known.
 *
 * @param blocks how many blocks the comparison with the best stands on; 0 if there is none
 * @param margin a strategy that is slower than the best by less than this share is as good; null if nothing was compared
 * @param detectableRatio a strategy that is slower than the best by this factor would be found in nine of ten such
 *     runs; null if nothing was compared
 * @param inOneProcess whether all trials were slices of one process ({@code --url}), so that the verdicts hold in it alone
 * @param rows in the order of the table
 * @param leftOut the blocks that are left out because a trial in them is invalid or failed
 * @param conditions in the order in which they were given
 */
public record Verdicts(
        int blocks, @Nullable Double margin, @Nullable Double detectableRatio, boolean inOneProcess, List<Line> rows,
        List<LeftOut> leftOut, List<Judged> conditions) {

    public Verdicts {
        rows = List.copyOf(rows);
        leftOut = List.copyOf(leftOut);
        conditions = List.copyOf(conditions);
    }

    /**
     * One row.
     *
     * @param axes its value on each axis that is varied; empty where only strategies differ
     * @param ratio of its median response time to that of the best; null if unranked
     * @param low the interval of the ratio to the best of the others; null for the best and if unranked
     * @param high its other end
     * @param verdict {@code best}, {@code equivalent}, {@code slower-within-margin}, {@code slower}, {@code undecided} or
     *     {@code unranked}
     * @param verdictReason why it is undecided or unranked, else null
     * @param standing {@code kept up}, {@code too many errors}, {@code fell behind}, {@code invalid} or {@code failed}
     * @param excessMs median response time less the floor
     * @param excessLowMs its 95 % interval; null where the floor was measured in fewer than two blocks
     * @param excessHighMs its other end
     * @param achievedPerSecond right answers
     * @param errors requests without a right answer
     * @param errorShare their share of all requests
     * @param cpuMsPerAnswer of the service's process, its compilers included
     * @param cpuMsWithoutCompilers the same without them
     * @param tail the comparison by the highest percentile that every trial carries; null where there is none
     * @param cpu the comparison by {@code cpuMsWithoutCompilers}; null where there is none
     */
    public record Line(
            String strategy,
            SortedMap<String, String> axes,
            @Nullable Double p50Ms,
            @Nullable Double ratio,
            @Nullable Double low,
            @Nullable Double high,
            String verdict,
            @Nullable String verdictReason,
            String standing,
            String standingReason,
            @Nullable Double p90Ms,
            @Nullable Double p95Ms,
            @Nullable Double p99Ms,
            @Nullable Double maxMs,
            @Nullable Double excessMs,
            @Nullable Double excessLowMs,
            @Nullable Double excessHighMs,
            @Nullable Double achievedPerSecond,
            @Nullable Long errors,
            @Nullable Double errorShare,
            @Nullable Double cpuMsPerAnswer,
            @Nullable Double cpuMsWithoutCompilers,
            @Nullable Against tail,
            @Nullable Against cpu) {}

    /**
     * The comparison with the best by another figure; fields as those of the row.
     *
     * @param figure {@code p99}, {@code p95} or {@code cpu}
     */
    public record Against(
            String figure, String verdict, @Nullable String verdictReason, @Nullable Double ratio, @Nullable Double low,
            @Nullable Double high) {

        private static @Nullable Against of(Row row, Compared by) {
            Ranking.Place place = row.place(by);
            if (place == null) {
                return null;
            }
            Interval interval = place.interval();
            return new Against(by.label().toLowerCase(Locale.ROOT), place.verdict().label(), place.reason().isEmpty() ? null : place.reason(),
                    Double.isNaN(place.ratio()) ? null : place.ratio(), interval == null ? null : interval.low(),
                    interval == null ? null : interval.high());
        }
    }

    /**
     * A block that is left out because of a trial of one row.
     *
     * @param standing {@code invalid} or {@code failed}
     */
    public record LeftOut(int block, String row, String standing, String reason) {}

    /**
     * One condition.
     *
     * @param outcome {@code true}, {@code false} or {@code cannot tell}
     * @param reason the figures that decided, or what is missing
     */
    public record Judged(String condition, String outcome, String reason) {}

    /** Takes them from a comparison. */
    public static Verdicts of(ComparisonTable comparison, List<ConditionResult> conditions) {
        Ranking ranking = comparison.ranking();
        return new Verdicts(ranking == null ? 0 : ranking.blocks(), ranking == null ? null : ranking.margin(),
                ranking == null ? null : ranking.detectableRatio(), comparison.inOneProcess(),
                comparison.rows().stream().map(row -> line(row, comparison.tail().orElse(Compared.P99))).toList(),
                comparison.leftOut().stream()
                        .map(each -> new LeftOut(each.block(), each.row(), each.standing().grade().words(), each.standing().reason()))
                        .toList(),
                conditions.stream()
                        .map(each -> new Judged(each.condition(), words(each.outcome()), each.reason()))
                        .toList());
    }

    private static Line line(Row row, Compared tail) {
        Ranking.Place place = row.place();
        Interval interval = place.interval();
        Interval excess = row.excessInterval();
        return new Line(row.key().strategy(), row.key().axes(), row.medianMs(), Double.isNaN(place.ratio()) ? null : place.ratio(),
                interval == null ? null : interval.low(), interval == null ? null : interval.high(),
                place.verdict().label(), place.reason().isEmpty() ? null : place.reason(),
                row.standing().grade().words(), row.standing().reason(),
                row.latency(Measured::response, Latency::p90Ms), row.latency(Measured::response, Latency::p95Ms),
                row.latency(Measured::response, Latency::p99Ms),
                row.latency(Measured::response, Latency::maxMs), row.excessMs(), excess == null ? null : excess.low(),
                excess == null ? null : excess.high(), row.figure(Measured::achievedPerSecond),
                row.figure(Measured::errors), row.errorShare(), row.figure(Measured::cpuMsPerAnswer), row.figure(Compared.CPU::of),
                Against.of(row, tail), Against.of(row, Compared.CPU));
    }

    private static String words(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
