package io.birdseye.report.table;

import io.birdseye.report.result.ResultsFile;
import io.birdseye.report.statistics.Interval;
import io.birdseye.report.statistics.Ranking;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a comparison says of each strategy, as data for other programs.
 *
 * @param blocks how many blocks the comparison with the best stands on; 0 if there is none
 * @param detectableRatio a strategy that is slower than the best by this factor would be found in nine of ten such
 *     runs; null if nothing was compared
 * @param rows in the order of the table
 */
public record Verdicts(int blocks, @Nullable Double detectableRatio, List<Line> rows) {

    public Verdicts {
        rows = List.copyOf(rows);
    }

    /**
     * One strategy.
     *
     * @param p50Ms median response time in ms; null if there is no right answer
     * @param ratio of its median response time to that of the best; null if unranked
     * @param low the interval of the ratio to the best of the others; null for the best and if unranked
     * @param high its other end
     * @param verdict {@code best}, {@code equivalent}, {@code slower}, {@code undecided} or {@code unranked}
     * @param reason why it is undecided or unranked, else null
     */
    public record Line(
            String strategy,
            @Nullable Double p50Ms,
            @Nullable Double ratio,
            @Nullable Double low,
            @Nullable Double high,
            String verdict,
            @Nullable String reason) {}

    /** Takes them from a comparison. */
    public static Verdicts of(ComparisonTable comparison) {
        Ranking ranking = comparison.ranking();
        return new Verdicts(ranking == null ? 0 : ranking.blocks(), ranking == null ? null : ranking.detectableRatio(),
                comparison.rows().stream().map(Verdicts::line).toList());
    }

    /** As JSON, ended by a line feed. */
    public String toJson() {
        return ResultsFile.JSON.writeValueAsString(this) + "\n";
    }

    private static Line line(Row row) {
        Ranking.Place place = row.place();
        Interval interval = place.interval();
        return new Line(row.strategy(), row.medianMs(), Double.isNaN(place.ratio()) ? null : place.ratio(),
                interval == null ? null : interval.low(), interval == null ? null : interval.high(),
                place.verdict().name().toLowerCase(Locale.ROOT), place.reason().isEmpty() ? null : place.reason());
    }
}
